// Command rollscope shows a DaemonSet rollout before it is rolled out.
package main

import (
	"embed"
	"os"

	"github.com/rollscope/rollscope/internal/cli"
)

//go:embed testdata/scenarios
var scenarios embed.FS

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Host{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Program: os.Args[0], Scenarios: scenarios}))
}
