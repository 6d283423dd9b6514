package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/internal/cli/serving"
	"github.com/rollscope/rollscope/internal/edge"
	"github.com/rollscope/rollscope/internal/edge/share"
	"github.com/rollscope/rollscope/internal/site"
	"github.com/rollscope/rollscope/policies"
	"github.com/rollscope/rollscope/policies/rules"
)

// serveOptions are the flags of rollscope serve.
type serveOptions struct {
	listen, log, site    string
	allowRemote, metrics bool
	maxNodes, maxEvents  int
	origins              []string
}

func serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve [SCENARIO]",
		Short: "the page and the HTTP interface, on this machine",
		Long: `Serve what the command line answers over HTTP, as the Cloudflare Worker does, and
the page beside it: /api/v1/plan, why, lint, validate and run, pictures for READMEs,
and /mcp for agents. GET /api/v1/openapi.json describes all of it.

The address is printed on the standard output, logs go to the standard error. With
SCENARIO, a file, the address opens that scenario on the page.

Only this machine reaches it, unless --allow-remote says otherwise. Nothing is stored,
and of requests nothing is logged but route, status, size and time. It ends with
Ctrl-C, after the answers that are under way.

Exit status: 0 ended, 2 wrong usage, an address that cannot be had, or a scenario that
cannot be read.`,
		Example: `  rollscope serve
  rollscope serve testdata/scenarios/rollout/what-if.txtar
  rollscope serve --listen 127.0.0.1:0 --metrics --log json
  curl --data-binary @agent.yaml 'http://127.0.0.1:8080/api/v1/plan?nodes=50' -H 'Accept: text/plain'`,
		RunE: func(cmd *cobra.Command, args []string) error { return runServe(cmd, args, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:8080", "HOST:PORT to listen on; port 0 takes a free one")
	f.BoolVar(&o.allowRemote, "allow-remote", false, "listen on an address that others can reach, too")
	f.BoolVar(&o.metrics, "metrics", false, "serve counts at /metrics, as Prometheus reads them")
	f.StringVar(&o.site, "site", "", "serve the page from this folder, as make site builds it into site/dist, and not the one that came with the program")
	f.StringVar(&o.log, "log", "text", "text, json, or none; with debug- before it, every request is logged, too")
	f.IntVar(&o.maxNodes, "max-nodes", 0, "how many nodes one request may have (default 5000)")
	f.IntVar(&o.maxEvents, "max-events", 0, "how many events one request may simulate (default 200000)")
	f.StringArrayVar(&o.origins, "mcp-origin", nil, "an origin whose pages may ask /mcp, besides those of this server; may be repeated")
	return cmd
}

func runServe(cmd *cobra.Command, args []string, o *serveOptions) error {
	log, err := o.logger(cmd)
	if err != nil {
		return err
	}
	if err := o.misused(args); err != nil {
		return err
	}
	options := serving.Options{
		Listen: o.listen, AllowRemote: o.allowRemote, Metrics: o.metrics, Site: o.page(), Out: cmd.OutOrStdout(), Log: log,
		Edge: edge.Options{Build: version(), Limits: edge.Limits{Nodes: o.maxNodes, Events: o.maxEvents}, Origins: o.origins},
	}
	if len(args) == 1 {
		if options.Fragment, err = opened(args[0], options.Site != nil); err != nil {
			return err
		}
	}
	if options.Edge.Rules, err = servedRules(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = serving.Run(ctx, options)
	if remote, ok := errors.AsType[*serving.RemoteError](err); ok {
		return exitError{code: exitUsage, err: remote, hint: "use 127.0.0.1, or say --allow-remote"}
	}
	if errors.Is(err, serving.ErrNoPage) {
		return exitError{code: exitUsage, err: err}
	}
	if err != nil {
		return exitError{code: exitUsage, err: err, hint: "--listen 127.0.0.1:0 takes a free port"}
	}
	return nil
}

// misused says what of the arguments cannot be.
func (o *serveOptions) misused(args []string) error {
	switch {
	case len(args) > 1:
		return usageError("one scenario at most")
	case o.maxNodes < 0 || o.maxNodes > pools.MaxNodes:
		return usageError(fmt.Sprintf("--max-nodes is a number up to %d, not %d", pools.MaxNodes, o.maxNodes))
	case o.maxEvents < 0:
		return usageError(fmt.Sprintf("--max-events is no number below 0, not %d", o.maxEvents))
	}
	for _, origin := range o.origins {
		if u, err := url.Parse(origin); origin != "*" && (err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != origin) {
			return exitError{code: exitUsage, err: fmt.Errorf("--mcp-origin %q is no origin", origin), hint: "--mcp-origin https://friend.example"}
		}
	}
	return nil
}

// page are the files of the page; nil where there are none.
func (o *serveOptions) page() fs.FS {
	if o.site != "" {
		return os.DirFS(o.site)
	}
	return site.Files()
}

// logger is what --log asks for.
func (o *serveOptions) logger(cmd *cobra.Command) (*slog.Logger, error) {
	level := slog.LevelInfo
	name := o.log
	if rest, ok := strings.CutPrefix(name, "debug-"); ok {
		name, level = rest, slog.LevelDebug
	}
	w, options := cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}
	switch name {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	case "none":
		return slog.New(slog.DiscardHandler), nil
	}
	return nil, usageError(fmt.Sprintf("--log is text, json, none, debug-text or debug-json, not %q", o.log))
}

// opened is the part of the page's address that opens a scenario.
func opened(name string, page bool) (string, error) {
	if _, err := readScenario(name); err != nil {
		return "", exitError{code: exitUsage, err: err}
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return "", exitError{code: exitUsage, err: plainError(err)}
	}
	if !page {
		return "", exitError{code: exitUsage, err: errors.New("this rollscope was built without the page, so there is nothing to open a scenario with"), hint: "take a release, or run make site build in a checkout"}
	}
	return "#s=" + share.Encode(content), nil
}

// servedRules are the rules that come with rollscope, for the handlers.
func servedRules() (edge.Rules, error) {
	checker, err := policies.Load(policies.Options{})
	if err != nil {
		return edge.Rules{}, err
	}
	catalogue, err := rules.Catalogue(checker.Rules())
	return edge.Rules{Catalogue: catalogue, Lint: checker.Evaluate}, err
}
