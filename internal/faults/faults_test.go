//go:build linux

// Package faults runs each command that writes under faults of the system and under
// kill -9, and looks at what is on the disk afterwards. It contains only a test, which
// runs only on request, because it takes about half an hour:
//
//	EARL_FAULTS=1 go test -count=1 -timeout 90m -v ./internal/faults
//
// The test needs Linux and strace, which makes the n-th system call of a kind fail. It
// fails if a command ends with its usual status although what it wrote is wrong or
// incomplete, if a file from before is lost, if a database or an archive is damaged, if a
// command hangs, or if the next run without a fault does not repair what is left.
//
// EARL_FAULTS_RUNS is the number of runs, EARL_FAULTS_SEED the seed, EARL_FAULTS_ONLY a
// regular expression of the commands to run, and EARL_FAULTS_EARL a directory with the
// programs earl and earl-rows to run instead of those of this tree.
package faults

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// usualRuns is the number of runs of a night.
const usualRuns = 10_000

// A hang is a command that runs longer than this. The longest takes a second.
const hang = 90 * time.Second

// Kinds of what can be wrong after a run.
const (
	falseSuccess = "false success"
	lostFile     = "lost file"
	damaged      = "damaged"
	hung         = "hang"
	notRepaired  = "not repaired"
)

var kinds = []string{falseSuccess, lostFile, damaged, hung, notRepaired}

// A finding is something wrong.
type finding struct{ kind, what string }

// suite is what all runs share.
type suite struct {
	t     *testing.T
	bin   string // the directory of the programs
	site  *site
	seed  uint64
	tally map[string]map[string]int // by command and kind; "runs" and "failed" too
	mu    sync.Mutex
	shown int
}

func TestFaults(t *testing.T) {
	if os.Getenv("EARL_FAULTS") == "" {
		t.Skip("EARL_FAULTS is not set: bash .ci/run faults runs this")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("no strace on $PATH, which makes system calls fail")
	}
	s := &suite{t: t, bin: programs(t), site: startSite(t), seed: number("EARL_FAULTS_SEED", uint64(time.Now().UnixNano())), tally: map[string]map[string]int{}}
	only := regexp.MustCompile(os.Getenv("EARL_FAULTS_ONLY"))
	list := slices.DeleteFunc(s.commands(), func(c command) bool { return !only.MatchString(c.name) })
	for i := range list {
		s.rehearse(&list[i])
	}
	runs := int(number("EARL_FAULTS_RUNS", usualRuns))
	t.Logf("%d runs of %d commands, seed %d", runs, len(list), s.seed)
	s.all(list, runs)
	s.report(list)
}

// number returns the value of a variable of the environment, or the usual one.
func number(name string, usual uint64) uint64 {
	n, err := strconv.ParseUint(os.Getenv(name), 10, 64)
	if err != nil {
		return usual
	}
	return n
}

// programs builds earl and earl-rows and returns their directory.
func programs(t *testing.T) string {
	if dir := os.Getenv("EARL_FAULTS_EARL"); dir != "" {
		return dir
	}
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, module := range map[string]string{"earl": filepath.Join(root, "cmd/earl"), "earl-rows": filepath.Join(root, "cmd/earl-rows")} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), ".")
		cmd.Dir, cmd.Env = module, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", name, err, out)
		}
	}
	return dir
}

// all makes the runs, as many at a time as there are processors. Every command has the same
// number.
func (s *suite) all(list []command, runs int) {
	work := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range work {
				s.one(&list[i%len(list)], rand.New(rand.NewPCG(s.seed, uint64(i))), i)
			}
		})
	}
	for i := range runs {
		work <- i
	}
	close(work)
	wg.Wait()
}

// one makes a run, and then a run of the same command without a fault.
func (s *suite) one(c *command, r *rand.Rand, number int) {
	dir, err := os.MkdirTemp(s.t.TempDir(), "run")
	if err != nil {
		s.t.Error(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := c.prepare(dir); err != nil {
		s.t.Error(err)
		return
	}
	f := s.choose(c, r)
	res := s.run(c, dir, f)
	found := s.inspect(c, dir, res)
	if len(found) == 0 {
		found = s.repair(c, dir)
	}
	s.count(c, f, res, found, number)
}

// inspect looks at what a run left.
func (s *suite) inspect(c *command, dir string, res result) []finding {
	if res.hung {
		return []finding{{hung, fmt.Sprintf("it ran %v", hang)}}
	}
	if res.status == c.status {
		if got, want := c.outcome(dir, res), c.want; got != want {
			return []finding{{falseSuccess, fmt.Sprintf("status %d, and %s", res.status, difference(got, want))}}
		}
		return nil
	}
	if c.outcome(dir, res) == c.want {
		return nil // all was written before the fault
	}
	var found []finding
	for _, name := range c.keeps {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != c.old[name] && string(got) != c.fresh[name] {
			found = append(found, finding{lostFile, fmt.Sprintf("%s: %d bytes, neither the old file (%d) nor the new one (%d): %v", name, len(got), len(c.old[name]), len(c.fresh[name]), err)})
		}
	}
	return found
}

// repair runs the command again. It must end as usual, and what it wrote must be right.
func (s *suite) repair(c *command, dir string) []finding {
	if c.once {
		return nil
	}
	res := s.run(c, dir, fault{})
	if res.hung {
		return []finding{{hung, "the next run hangs"}}
	}
	var found []finding
	if got := c.outcome(dir, res); res.status != c.status && res.status != c.again || got != c.want {
		kind := notRepaired
		if c.state {
			kind = damaged
		}
		found = append(found, finding{kind, fmt.Sprintf("the next run: status %d, %s; it printed %.300q", res.status, difference(got, c.want), res.stderr)})
	}
	for _, name := range leftovers(dir) {
		found = append(found, finding{notRepaired, "the next run leaves " + name})
	}
	return found
}

// count adds a run to the table, and prints what was wrong.
func (s *suite) count(c *command, f fault, res result, found []finding, number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tally[c.name] == nil {
		s.tally[c.name] = map[string]int{}
	}
	row := s.tally[c.name]
	row["runs"]++
	if res.status != c.status {
		row["failed"]++
	}
	for _, x := range found {
		row[x.kind]++
		if s.shown++; s.shown <= 60 {
			s.t.Errorf("run %d: %s under %v: %s: %s\n\tit printed %.300q", number, c.name, f, x.kind, x.what, res.stderr)
		}
	}
	if len(found) > 0 {
		s.t.Fail()
	}
}

// report prints the table.
func (s *suite) report(list []command) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "command\truns\tfailed\t%s\n", strings.Join(kinds, "\t"))
	total := map[string]int{}
	row := func(name string, n map[string]int) {
		fmt.Fprintf(w, "%s\t%d\t%d", name, n["runs"], n["failed"])
		for _, k := range kinds {
			fmt.Fprintf(w, "\t%d", n[k])
		}
		fmt.Fprintln(w)
	}
	for _, c := range list {
		row(c.name, s.tally[c.name])
		for k, n := range s.tally[c.name] {
			total[k] += n
		}
	}
	row("all", total)
	w.Flush()
	s.t.Logf("\n%s", b.String())
	if total["failed"] < total["runs"]/10 {
		s.t.Errorf("only %d of %d runs failed: do the faults still reach the commands?", total["failed"], total["runs"])
	}
}

// difference says in one line how two outcomes differ.
func difference(got, want string) string {
	if got == want {
		return "the outcome is right"
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := line(a, i), line(b, i)
		if x != y {
			return fmt.Sprintf("line %d of the outcome is %.160q, want %.160q", i+1, x, y)
		}
	}
	return "the outcome differs"
}

// line returns line i of a list, or a word for its end.
func line(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(end)"
}
