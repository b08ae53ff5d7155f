package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/check/store"
)

// since is the value of --since: a date, the time of a file, or an age.
type since struct{ timeCond }

func (*since) Type() string { return "DATE|FILE|AGE" }

// Set reads the text of the flag.
func (s *since) Set(text string) error {
	if age, ok := parseAge(text); ok {
		s.timeCond = timeCond{text, time.Now().Add(-age)}
		return nil
	}
	if err := s.timeCond.Set(text); err != nil {
		return fmt.Errorf("%w, or an age such as 36h or 7d", err)
	}
	return nil
}

// parseAge reads an age: "36h", or whole days or weeks such as "7d" and "2w".
func parseAge(text string) (time.Duration, bool) {
	if age, err := time.ParseDuration(text); err == nil {
		return age, age > 0
	}
	days := 1
	number, ok := strings.CutSuffix(text, "d")
	if !ok {
		days = 7
		number, ok = strings.CutSuffix(text, "w")
	}
	n, err := strconv.Atoi(number)
	return time.Duration(n*days) * 24 * time.Hour, ok && err == nil && 0 < n && n < 10_000
}

// remember opens the database of --db. Without --db it returns nil. An interrupted check
// continues, unless it reads stdin, which may have other content now.
func (k *checker) remember(ctx context.Context, args []string) (*store.Store, error) {
	f := k.flags
	if f.db == "" {
		return nil, nil
	}
	targets := append(slices.Clone(args), fmt.Sprintf("--depth %s --edition %s --type %q --base %q --levels %d --max-pages %d --recursive=%v --site=%v",
		k.options.Depth, f.edition, f.kind, f.base, f.levels, f.maxPages, f.recursive, f.site))
	targets = append(targets, fmt.Sprintf("--root-dir %q --serve %q --remap %q --unwrap=%v --index %q --fallback-ext %q --files-from %q", f.rootDir, f.serve, f.remap, f.unwrap, f.index, f.fallback, f.filesFrom))
	targets = append(targets, f.requestTargets())
	for _, p := range f.include {
		targets = append(targets, "--include "+p)
	}
	for _, p := range f.exclude {
		targets = append(targets, "--exclude "+p)
	}
	m, err := store.Open(ctx, f.db, store.Options{Targets: targets, Fresh: f.fresh || k.sources.Stdin()})
	if err != nil {
		return nil, err
	}
	k.options.Store = m
	if m.Resumed() {
		k.remark("continuing the check of %s", m.Started().Format(time.DateTime))
	}
	return m, nil
}
