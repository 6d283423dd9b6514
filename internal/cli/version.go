package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/internal/fidelity"
)

// kubernetes is the version whose behaviour is simulated.
const kubernetes = "v1.37"

func versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version [--fidelity]",
		Short: "print the version",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if told, _ := cmd.Flags().GetBool("fidelity"); told {
				lang, err := language(cmd)
				if err != nil {
					return err
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), fidelity.Page(string(lang)))
				return err
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
	cmd.Flags().Bool("fidelity", false, "print what is simulated how closely, and the recordings that prove it")
	return cmd
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
