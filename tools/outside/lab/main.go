// Lab runs real URL parsers over a corpus and reports what each of them reads. On a Debian
// machine, as root, one command installs the parsers, runs them and writes the report:
//
//	go -C tools/outside/lab run .
//
// Parsers that cannot be installed become rows that say why. The other commands are:
//
//	go -C tools/outside/lab run . list                             the parsers, and whether each can run
//	go -C tools/outside/lab run . corpus -n 20000 >texts.jsonl     writes a corpus
//	go -C tools/outside/lab run . read -parsers perl-uri <texts.jsonl  one parser, truth to stdout
//	go -C tools/outside/lab run . compare                          the readers of this project with the truth of a run
//
// docs/lab.md explains the report.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// options are the flags of all commands.
type options struct {
	dir     string // for drivers and packages
	out     string // for truth files and reports
	parsers string // their names, with commas between them
	corpus  string // a file, or "-" for stdin
	n       int    // texts to make by mutation
	seed    uint64
	jobs    int
	install bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab: ")
	var o options
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	flag.StringVar(&o.dir, "dir", filepath.Join(cache, "earl-lab"), "keep drivers and packages in `DIR`")
	flag.StringVar(&o.out, "out", "lab-report", "write truth files and reports into `DIR`")
	flag.StringVar(&o.parsers, "parsers", "", "run only these parsers: `NAMES` with commas between them")
	flag.StringVar(&o.corpus, "corpus", "", "read texts from `FILE`, or - for stdin, before those made by mutation")
	flag.IntVar(&o.n, "n", 20_000, "make `N` texts by mutation")
	flag.Uint64Var(&o.seed, "seed", 1, "make the same texts for the same `NUMBER`")
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "run `N` parsers at a time")
	flag.BoolVar(&o.install, "install", true, "install packages that are missing")
	command, args := "run", os.Args[1:]
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go -C tools/outside/lab run . [run|list|corpus|read|compare] [flags]")
		flag.PrintDefaults()
	}
	flag.CommandLine.Parse(args)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.do(ctx, command); err != nil {
		log.Fatal(err)
	}
}

func (o *options) do(ctx context.Context, command string) error {
	switch command {
	case "run":
		return o.run(ctx)
	case "list":
		return o.list(ctx)
	case "corpus":
		texts, err := o.texts()
		if err != nil {
			return err
		}
		return writeLines(os.Stdout, texts)
	case "read":
		return o.read(ctx)
	case "compare":
		return o.compare()
	}
	return fmt.Errorf("unknown command %q: use run, list, corpus, read or compare", command)
}

// chosen returns the parsers that -parsers contains, or all.
func (o *options) chosen() ([]parser, error) {
	if o.parsers == "" {
		return parsers, nil
	}
	var list []parser
	for name := range strings.SplitSeq(o.parsers, ",") {
		i := slices.IndexFunc(parsers, func(p parser) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown parser %q", name)
		}
		list = append(list, parsers[i])
	}
	return list, nil
}

// texts returns the corpus: that of the file, and then texts made by mutation.
func (o *options) texts() ([]text, error) {
	var list []text
	if o.corpus != "" {
		var err error
		if list, err = readCorpusFile(o.corpus); err != nil {
			return nil, err
		}
	}
	return append(list, mutate(o.seed, o.n, list)...), nil
}

// list prints each parser with its version, or with the reason why it cannot run.
func (o *options) list(ctx context.Context) error {
	list, err := o.chosen()
	if err != nil {
		return err
	}
	b, err := newBench(o.dir)
	if err != nil {
		return err
	}
	for _, r := range runAll(ctx, b, list, o, []text{{ID: "t1", Input: "http://host.example/"}}) {
		state := r.version
		if r.err != nil {
			state = "missing: " + r.err.Error()
		}
		fmt.Printf("%s\t%s\t%s\n", r.parser.name, r.parser.language, state)
	}
	return nil
}

// read runs the chosen parsers over the corpus, stdin by default, and prints the truth.
func (o *options) read(ctx context.Context) error {
	list, err := o.chosen()
	if err != nil {
		return err
	}
	if o.corpus == "" {
		o.corpus = "-"
	}
	texts, err := readCorpusFile(o.corpus)
	if err != nil {
		return err
	}
	b, err := newBench(o.dir)
	if err != nil {
		return err
	}
	for _, r := range runAll(ctx, b, list, o, texts) {
		if r.err != nil {
			return fmt.Errorf("%s: %w", r.parser.name, r.err)
		}
		if err := writeLines(os.Stdout, r.readings); err != nil {
			return err
		}
	}
	return nil
}

// run installs, reads and reports.
func (o *options) run(ctx context.Context) error {
	start := time.Now()
	list, err := o.chosen()
	if err != nil {
		return err
	}
	b, err := newBench(o.dir)
	if err != nil {
		return err
	}
	if o.install {
		log.Print("installing parsers")
		(&installer{b, os.Stderr}).install(ctx, list)
	}
	texts, err := o.texts()
	if err != nil {
		return err
	}
	log.Printf("reading %d texts with %d parsers", len(texts), len(list))
	results := runAll(ctx, b, list, o, texts)
	if err := ctx.Err(); err != nil {
		return err
	}
	return writeAll(o.out, results, texts, start)
}

// writeAll writes the truth files and both reports.
func writeAll(dir string, results []result, texts []text, start time.Time) error {
	for _, r := range results {
		if r.err != nil {
			continue
		}
		name := filepath.Join(dir, "truth", r.parser.name+".jsonl")
		if err := writeFile(name, func(w io.Writer) error { return writeLines(w, r.readings) }); err != nil {
			return err
		}
	}
	rep := newReport(results, texts, start)
	if err := writeFile(filepath.Join(dir, "versions.json"), rep.writeVersions); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "report.md"), rep.writeMarkdown); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "report.html"), rep.writeHTML); err != nil {
		return err
	}
	log.Printf("%s: %d of %d parsers, %d texts, %s", dir, rep.Ran, len(results), len(texts), time.Since(start).Round(time.Second))
	return nil
}
