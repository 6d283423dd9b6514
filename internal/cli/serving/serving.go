// Package serving is rollscope serve: the handlers of package edge on this machine, with
// the page beside them.
package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/rollscope/rollscope/internal/edge"
)

// Options say what is served, and where.
type Options struct {
	Listen      string // HOST:PORT; port 0 takes a free one
	AllowRemote bool   // serve on an address that others can reach, under any name
	Metrics     bool   // serve counts at /metrics
	// Fragment is put behind the page's address, "" for nothing: what it opens.
	Fragment string
	Site     fs.FS // nil without the page
	Edge     edge.Options
	Out      io.Writer // gets the address
	Log      *slog.Logger
}

// How long clients may take, and how long answers under way get when the server ends.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	graceTimeout  = 10 * time.Second
)

// Run serves until the context ends, and then lets what is under way come to its end. The
// error is a RemoteError, or about the address.
func Run(ctx context.Context, o Options) error {
	own, err := local(o.Listen)
	if err != nil {
		return err
	}
	if !own && !o.AllowRemote {
		return &RemoteError{o.Listen}
	}
	handler, err := o.handler(own)
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return plain(err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	if _, err := fmt.Fprintf(o.Out, "http://%s/%s\n", l.Addr(), o.Fragment); err != nil {
		return err
	}
	o.Log.Info("serving", "address", l.Addr().String(), "page", o.Site != nil, "remote", !own)
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	o.Log.Info("ending")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		_ = server.Close() // answers that took longer than they get
	}
	o.Log.Info("ended")
	return nil
}

// handler puts everything together.
func (o *Options) handler(own bool) (http.Handler, error) {
	meters := []func(edge.Measure){o.log}
	mux := http.NewServeMux()
	if o.Metrics {
		m := newMetrics(o.Edge.Build)
		meters = append(meters, m.measure)
		mux.Handle("GET /metrics", m)
	}
	e := o.Edge
	e.Meter = func(one edge.Measure) {
		for _, meter := range meters {
			meter(one)
		}
	}
	e.Assets = http.HandlerFunc(without)
	if o.Site != nil {
		page, err := newAssets(o.Site)
		if err != nil {
			return nil, err
		}
		e.Assets = page
	}
	mux.Handle("/", edge.New(e))
	if own {
		return rebinding(mux), nil
	}
	return mux, nil
}

// log notes a request: mistakes of ours always, others where somebody wants to see them.
func (o *Options) log(one edge.Measure) {
	level := slog.LevelDebug
	if one.Status >= http.StatusInternalServerError && one.Status != http.StatusNotImplemented {
		level = slog.LevelError
	}
	o.Log.Log(context.Background(), level, "request",
		"route", one.Route, "method", one.Method, "status", one.Status, "bytes", one.Bytes, "milliseconds", float64(one.Took.Microseconds())/1000)
}

// plain is an error without the names of calls.
func plain(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Addr != nil {
		return fmt.Errorf("%s: %w", op.Addr, op.Err)
	}
	return err
}
