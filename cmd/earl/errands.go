package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
)

// errands yields the URLs of the command line and then those of --input-file, in
// order; under -R each as what is found below it.
func (g *getter) errands(ctx context.Context, args []string) iter.Seq[errand] {
	return func(yield func(errand) bool) {
		for arg := range g.texts(ctx, args) {
			if g.flags.recursive && !g.flags.dryRun {
				if !g.walk(ctx, arg, yield) {
					return
				}
				continue
			}
			if !yield(errand{arg: arg, at: address(g.edition, arg)}) {
				return
			}
		}
	}
}

// texts yields what the person gave for URLs.
func (g *getter) texts(ctx context.Context, args []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, arg := range args {
			if !yield(arg) {
				return
			}
		}
		if g.flags.inputFile == "" {
			return
		}
		f := g.s.in
		if g.flags.inputFile != "-" {
			var err error
			if f, err = os.Open(g.flags.inputFile); err != nil {
				g.failed(ctx, g.flags.inputFile, usagef("%w", err))
				return
			}
			defer f.Close()
		}
		if err := eachLine(f, yield); err != nil {
			g.failed(ctx, g.flags.inputFile, usagef("%w", err))
		}
	}
}

// eachLine yields the lines of a file without the blanks around them; empty ones
// and those that begin with "#" are skipped.
func eachLine(f io.Reader, yield func(string) bool) error {
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadString('\n')
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && !yield(line) {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
