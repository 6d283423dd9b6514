// Command serve serves the built page on this machine only.
//
//	go run ./internal/serve -listen 127.0.0.1:8080 site/dist
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address on this machine; port 0 takes a free one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *listen, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "serve: error:", err)
		os.Exit(1)
	}
}

// run serves until the context ends.
func run(ctx context.Context, listen, dir string) error {
	if dir == "" {
		return errors.New("name the folder to serve: go run ./internal/serve site/dist")
	}
	if err := local(listen); err != nil {
		return err
	}
	all, err := readHeaders(dir)
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: files(dir, all), ReadHeaderTimeout: 5 * time.Second}
	fmt.Printf("http://%s/\n", l.Addr())
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}

// local refuses addresses that others can reach.
func local(listen string) error {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%s is not an address of this machine alone; use 127.0.0.1", listen)
	}
	return nil
}
