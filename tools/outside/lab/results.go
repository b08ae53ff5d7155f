package main

import (
	"context"
	"errors"
	"log"
	"sync"
	"time"
)

// result is what one parser made of the corpus.
type result struct {
	parser   parser
	version  string
	readings []reading // in the order of the texts
	err      error     // the reason why the parser is missing
	took     time.Duration
}

// runAll runs parsers over texts, some at a time, and returns their results in the order
// of the parsers.
func runAll(ctx context.Context, b *bench, list []parser, o *options, texts []text) []result {
	results := make([]result, len(list))
	var all sync.WaitGroup
	places := make(chan bool, max(1, o.jobs))
	for i, p := range list {
		places <- true
		all.Go(func() {
			results[i] = runOne(ctx, b, p, o, texts)
			<-places
		})
	}
	all.Wait()
	return results
}

func runOne(ctx context.Context, b *bench, p parser, o *options, texts []text) result {
	start := time.Now()
	r := result{parser: p}
	d, err := p.kit.prepare(ctx, b, p)
	if err == nil {
		r.readings, err = d.read(ctx, texts)
	}
	if err == nil && d.version == "" {
		err = errors.New("the driver printed no version")
	}
	r.err, r.took = err, time.Since(start)
	if err != nil {
		log.Printf("%s: missing: %v", p.name, err)
		return r
	}
	r.version = d.version
	log.Printf("%s %s: %d texts in %s", p.name, r.version, len(r.readings), r.took.Round(time.Millisecond))
	return r
}
