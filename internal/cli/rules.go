package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/internal/lint/catalogue"
)

func rulesCommand() *cobra.Command {
	var dirs []string
	var output string
	cmd := &cobra.Command{
		Use:   "rules [RULE...]",
		Short: "list the rules of lint",
		Long: `List the rules that rollscope lint knows: id, severity, name and title. RULE is an id, a
name or a group. 'rollscope explain RS302' says more about one.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := language(cmd)
			if err != nil {
				return err
			}
			return ended(catalogue.List(cmd.OutOrStdout(), args, dirs, output, lang))
		},
	}
	cmd.Flags().StringArrayVar(&dirs, "policy", nil, "a directory of rules of your own; may be repeated")
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	cmd.AddCommand(newRuleCommand())
	return cmd
}

func newRuleCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "new GROUP/NAME",
		Short:   "begin a rule of your own",
		Long:    "Write a rule, its test and a manifest for each of good and bad into DIR/rules/GROUP/NAME.",
		Example: "  rollscope rules new house/registry --policy rules\n  rollscope lint --policy rules deploy/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exitError{code: exitUsage, err: errors.New("say what the rule is called"), hint: "rollscope rules new house/registry --policy rules"}
			}
			return ended(catalogue.Begin(cmd.OutOrStdout(), args[0], dir))
		},
	}
	cmd.Flags().StringVar(&dir, "policy", "policies", "the directory of your rules")
	return cmd
}

func explainCommand() *cobra.Command {
	var dirs []string
	cmd := &cobra.Command{
		Use:   "explain RULE|REASON...",
		Short: "explain a rule or a reason code",
		Long: `Say what a rule of lint is about, why it matters and what to do; or what a reason code of
plan, why and scenarios stands for, and where Kubernetes has it.`,
		Example: "  rollscope explain RS302\n  rollscope explain surge-host-port\n  rollscope explain WaitingSurgePod",
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := language(cmd)
			if err != nil {
				return err
			}
			return ended(catalogue.Explain(cmd.OutOrStdout(), args, dirs, lang))
		},
	}
	cmd.Flags().StringArrayVar(&dirs, "policy", nil, "a directory of rules of your own; may be repeated")
	return cmd
}
