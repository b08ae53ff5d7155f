package transfer

import (
	"context"
	"iter"
	"os"

	"github.com/earl-url/earl/internal/textlist"
)

// downloads yields the URLs of the command line and then those of --input-file, in
// order; under -R each as what is found below it.
func (r *Runner) downloads(ctx context.Context, args []string) iter.Seq[download] {
	return func(yield func(download) bool) {
		for arg := range r.texts(ctx, args) {
			if r.o.Recursive && r.o.Instead == nil {
				if !r.walk(ctx, arg, yield) {
					return
				}
				continue
			}
			if !yield(download{text: arg, server: r.address(arg)}) {
				return
			}
		}
	}
}

// texts yields the URLs that the user gave.
func (r *Runner) texts(ctx context.Context, args []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, arg := range args {
			if !yield(arg) {
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
				r.o.Reporter.Failed(ctx, r.o.InputFile, usageError("%w", err))
				return
			}
			defer f.Close()
		}
		for line, err := range textlist.Lines(f, textlist.Options{Comments: true}) {
			if err != nil {
				r.o.Reporter.Failed(ctx, r.o.InputFile, usageError("%w", err))
			}
			if err != nil || !yield(line.Text) {
				return
			}
		}
	}
}
