package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// kubernetes is the version whose behaviour is simulated.
const kubernetes = "v1.37"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}

// versionLine names the program, what it was built with and what it simulates.
func versionLine() string {
	return fmt.Sprintf("rollscope %s, simulates Kubernetes %s (%s %s/%s)", version(), kubernetes, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the version that the program was built as.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError(fmt.Sprintf("%s takes no argument, but got %q", cmd.CommandPath(), args[0]))
	}
	return nil
}
