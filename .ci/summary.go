// Command summary reads what go test -json writes. It prints the output of each
// test that failed or did not end, the skipped tests with their reasons, a line for each
// package as go test has it, and last a line "N passed, N failed" that counts
// test cases: tests without subtests, and packages that fail outside of any.
// With -required REGEXP, a skipped test of a matching name is a failure, and so is
// a run without one that passed. It exits with 1 if anything failed or nothing
// passed.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is one line of go test -json; see go doc test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// result is what one test, or one package as a whole, came to.
type result struct {
	action string // pass, fail or skip
	output strings.Builder
}

type key struct{ pkg, test string }

type summary struct {
	order    []key // as they ended
	results  map[key]*result
	parents  map[key]bool // tests with subtests
	blamed   map[key]bool // tests and packages in which a test failed
	builds   strings.Builder
	packages []string
	required *regexp.Regexp // nil: no test
}

func main() {
	log.SetFlags(0)
	s := summary{results: map[key]*result{}, parents: map[key]bool{}, blamed: map[key]bool{}}
	flag.Func("required", "a `regexp` of tests that must not be skipped", func(text string) (err error) {
		s.required, err = regexp.Compile(text)
		return err
	})
	flag.Parse()
	if err := s.read(os.Stdin); err != nil {
		log.Fatalf("summary: %v", err)
	}
	if !s.write(os.Stdout) {
		os.Exit(1)
	}
}

func (s *summary) read(r io.Reader) error {
	dec := json.NewDecoder(bufio.NewReader(r))
	for {
		var e event
		if err := dec.Decode(&e); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		s.add(e)
	}
}

func (s *summary) add(e event) {
	k := key{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		s.builds.WriteString(e.Output)
	case "output":
		s.result(k).output.WriteString(e.Output)
		if e.Test == "" && isPackageLine(e.Output) {
			s.packages = append(s.packages, e.Output)
		}
	case "pass", "fail", "skip":
		s.result(k).action = e.Action
		s.order = append(s.order, k)
		for up, ok := parent(k); ok; up, ok = parent(up) {
			s.parents[up] = true
			if e.Action == "fail" {
				s.blamed[up] = true
			}
		}
	}
}

func (s *summary) result(k key) *result {
	if s.results[k] == nil {
		s.results[k] = &result{}
	}
	return s.results[k]
}

// parent returns the test that k is a subtest of, or its package.
func parent(k key) (key, bool) {
	if k.test == "" {
		return key{}, false
	}
	i := strings.LastIndexByte(k.test, '/')
	return key{k.pkg, k.test[:max(i, 0)]}, true
}

func isPackageLine(line string) bool {
	for _, prefix := range []string{"ok  \t", "FAIL\t", "?   \t"} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

// write prints the summary and reports whether all is well.
func (s *summary) write(w io.Writer) bool {
	var passed, failures, skipped, required int
	io.WriteString(w, s.builds.String())
	for _, k := range s.order {
		r := s.results[k]
		switch {
		case r.action == "fail" && !s.blamed[k]:
			failures++
			fmt.Fprintf(w, "FAIL: %s %s\n%s", k.pkg, k.test, r.output.String())
			if k.test == "" {
				s.writeUnfinished(w, k.pkg)
			}
		case k.test == "" || s.parents[k]:
		case r.action == "pass":
			passed++
			if s.isRequired(k.test) {
				required++
			}
		case r.action == "skip" && s.isRequired(k.test):
			failures++
			fmt.Fprintf(w, "FAIL: %s %s must not be skipped: %s\n", k.pkg, k.test, reason(r.output.String()))
		case r.action == "skip":
			skipped++
			fmt.Fprintf(w, "skipped: %s %s: %s\n", k.pkg, k.test, reason(r.output.String()))
		}
	}
	if s.required != nil && required == 0 {
		failures++
		fmt.Fprintf(w, "FAIL: no test passed whose name matches %s\n", s.required)
	}
	slices.SortStableFunc(s.packages, func(a, b string) int {
		return strings.Compare(packageName(a), packageName(b))
	})
	io.WriteString(w, strings.Join(s.packages, ""))
	fmt.Fprintf(w, "%d passed, %d failed", passed, failures)
	if skipped > 0 {
		fmt.Fprintf(w, ", %d skipped", skipped)
	}
	fmt.Fprintln(w)
	return failures == 0 && passed > 0
}

// writeUnfinished prints the output of the tests of a package that did not end, since a
// panic or a time limit stopped the program. One of them contains the stack.
func (s *summary) writeUnfinished(w io.Writer, pkg string) {
	byName := func(a, b key) int { return strings.Compare(a.test, b.test) }
	for _, k := range slices.SortedFunc(maps.Keys(s.results), byName) {
		if r := s.results[k]; k.pkg == pkg && r.action == "" {
			fmt.Fprintf(w, "did not end: %s %s\n%s", k.pkg, k.test, r.output.String())
		}
	}
}

// isRequired reports whether a test must not be skipped.
func (s *summary) isRequired(test string) bool {
	return s.required != nil && s.required.MatchString(test)
}

func packageName(line string) string {
	_, name, _ := strings.Cut(line, "\t")
	return strings.TrimSpace(name)
}

// reason is the last line that a skipped test wrote.
func reason(output string) string {
	last := ""
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			last = line
		}
	}
	return last
}
