package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/mcpserver"
	"github.com/earl-url/earl/open"
)

// mcpFlags are the flags of mcp.
type mcpFlags struct {
	allowNets  []open.Net
	maxSize    size
	maxTime    seconds
	maxChars   int
	maxLinks   int
	rate       float64
	newsServer string
}

// newMCP returns the command mcp.
func newMCP(s *streams) *cobra.Command {
	f := &mcpFlags{maxSize: mcpserver.DefaultMaxSize, maxTime: seconds(mcpserver.DefaultMaxTime)}
	c := &cobra.Command{
		Use:     "mcp",
		GroupID: groupOpen,
		Short:   "Give language models tools that read and check URLs",
		Long:    mcpLong,
		Example: `  earl mcp
  earl mcp --allow-net 127.0.0.1:8080 --allow-net 10.0.0.0/8
  earl mcp --max-chars 20000 --max-time 30
  earl mcp --max-links 20 --rate 1
  earl mcp --news-server news.example.org`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runMCP(s, f) },
	}
	flags := c.Flags()
	flags.Var((*nets)(&f.allowNets), "allow-net", "allow the private addresses `CIDR[:PORT]`; may be repeated")
	flags.IntVar(&f.maxChars, "max-chars", mcpserver.DefaultMaxChars, "return at most `N` characters of content in one result")
	flags.Var(&f.maxSize, "max-size", "read at most `BYTES` of a document; may end in K, M or G")
	flags.Var(&f.maxTime, "max-time", "end each call of a tool after `SECONDS`")
	flags.IntVar(&f.maxLinks, "max-links", mcpserver.DefaultMaxLinks, "check at most `N` links in one call")
	flags.Float64Var(&f.rate, "rate", mcpserver.DefaultRate, "send at most `N` requests per second to one host")
	flags.StringVar(&f.newsServer, "news-server", "", "read news URLs from the server `HOST[:PORT]`")
	flags.SortFlags = false
	return c
}

// mcpLong is the help of mcp.
const mcpLong = `mcp is a server of the Model Context Protocol on stdin and stdout. A program with a
language model starts it, and the model gets the tools fetch, search, check, extract
and explain. The page "mcp" of the guide shows how to set it up.

A model can be told by a page which URL to open next. So mcp refuses URLs of private
addresses and of this machine, unless --allow-net allows them, URLs with a user or a
password, URLs that programs read differently, files, mailboxes and sessions. It never
opens the metadata service of a cloud. It reads no configuration file, and uses no proxy.`

// check returns an error for wrong values.
func (f *mcpFlags) check() error {
	switch {
	case f.maxChars <= 0:
		return usagef("--max-chars %d: must be at least 1", f.maxChars)
	case f.maxLinks <= 0:
		return usagef("--max-links %d: must be at least 1", f.maxLinks)
	case !(f.rate > 0 && f.rate <= 1000): // also not a number
		return usagef("--rate %v: must be more than 0 and at most 1000", f.rate)
	}
	return nil
}

// runMCP serves until stdin ends, or until an interrupt.
func runMCP(s *streams, f *mcpFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	file, err := config.ReadFile("", false, nil)
	if err != nil {
		return localErr(err)
	}
	settings, err := config.New(file, config.Options{NewsServer: f.newsServer}) // no file and no environment
	if err != nil {
		return usagef("%w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := mcpserver.New(mcpserver.Options{
		Version: version(), Openers: settings.Openers(), AllowNet: f.allowNets,
		MaxChars: f.maxChars, MaxSize: int64(f.maxSize), MaxTime: time.Duration(f.maxTime), MaxLinks: f.maxLinks, Rate: f.rate,
	})
	defer server.Close()
	return localErr(server.Serve(ctx, s.in, s.out))
}
