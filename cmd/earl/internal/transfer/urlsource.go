package transfer

import (
	"context"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/cmd/earl/internal/urlglob"
	"github.com/earl-url/earl/internal/textlist"
	"github.com/earl-url/earl/open"
)

// downloads yields the URLs of the command line and then of --input-file, in order. With
// -R it yields the files below each URL.
func (r *Runner) downloads(ctx context.Context, args []string) iter.Seq[download] {
	return func(yield func(download) bool) {
		for arg, values := range r.Texts(ctx, args) {
			if r.tree != nil {
				if !r.files(ctx, arg, yield) {
					return
				}
				continue
			}
			if !yield(download{text: arg, values: values, server: r.address(arg)}) {
				return
			}
		}
	}
}

// files yields the files of a tree. It returns false if yield returned false.
func (r *Runner) files(ctx context.Context, text string, yield func(download) bool) bool {
	u, err := r.o.Reporter.Parse(text)
	if err != nil {
		r.failed(ctx, text, err)
		return true
	}
	return r.tree.Files(ctx, u, func(f *treecopy.File) bool {
		server, _ := open.HostPort(f.URL)
		return yield(download{tree: f, server: server})
	})
}

// Texts yields the URLs of the user. URLs of the command line may be patterns; Texts
// yields them with the values of their lists and ranges.
func (r *Runner) Texts(ctx context.Context, args []string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, arg := range args {
			if !r.expand(ctx, arg, yield) {
				return
			}
		}
		if r.o.InputFile == "" {
			return
		}
		f := r.o.Stdin
		if r.o.InputFile != "-" {
			var err error
			if f, err = os.Open(r.o.InputFile); err != nil {
				r.failed(ctx, r.o.InputFile, usageError("%w", err))
				return
			}
			defer f.Close()
		}
		for line, err := range listLines(ctx, f) {
			if err != nil {
				r.failed(ctx, r.o.InputFile, usageError("%w", err))
			}
			if err != nil || !yield(line.Text, nil) {
				return
			}
		}
	}
}

// listLines yields the lines of a list. It stops when ctx ends, even while it waits for a
// line.
func listLines(ctx context.Context, f *os.File) iter.Seq2[textlist.Line, error] {
	return func(yield func(textlist.Line, error) bool) {
		type result struct {
			line textlist.Line
			err  error
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		found := make(chan result)
		go func() { // a read from a terminal or a pipe cannot be interrupted
			defer close(found)
			for line, err := range textlist.Lines(f, textlist.Options{Comments: true}) {
				select {
				case found <- result{line, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		for {
			select {
			case x, ok := <-found:
				if !ok || !yield(x.line, x.err) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// expand yields the URLs of an argument, which may be a pattern. It returns false if
// yield returned false.
func (r *Runner) expand(ctx context.Context, arg string, yield func(string, []string) bool) bool {
	if r.o.GlobOff || !strings.ContainsAny(arg, "{}[]") {
		return yield(arg, nil)
	}
	p, err := urlglob.Parse(arg)
	if err == nil && p.Len() > 1 && r.o.Output != "" && r.o.Output != "-" && urlglob.Name(r.o.Output, make([]string, maxValues)) == r.o.Output {
		err = fmt.Errorf("the pattern means %d URLs, and -o names one file; write #1 in its name for the value of the first list or range", p.Len())
	}
	if err != nil {
		r.failed(ctx, arg, usageError("%w", err))
		return true
	}
	for e := range p.All() {
		if !yield(e.Text, e.Values) {
			return false
		}
	}
	return true
}

// maxValues is larger than the number of lists and ranges in a pattern.
const maxValues = 100

// address returns the "host:port" of a text that may be a URL. It returns "" if there is
// none, or if downloads run one after the other, without a queue.
func (r *Runner) address(text string) string {
	if r.o.Parallel <= 1 {
		return ""
	}
	u, err := r.o.Reporter.Read(text)
	if err != nil {
		return ""
	}
	server, _ := open.HostPort(u)
	return server
}
