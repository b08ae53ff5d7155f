//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/peers"
)

// A contender is a program to compare: its name and how to run it.
type contender struct {
	name string
	args []string
}

// A lap is the time of one run: elapsed time and CPU time. If other programs use the processor
// too, the second is more reliable.
type lap struct{ clock, cpu time.Duration }

// cpu returns the CPU time of a program.
func cpu(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// laps are those of one program.
type laps []lap

// sorted returns the elapsed times and the CPU times, each in order.
func (l laps) sorted() (clock, cpu []time.Duration) {
	for _, lap := range l {
		clock, cpu = append(clock, lap.clock), append(cpu, lap.cpu)
	}
	slices.Sort(clock)
	slices.Sort(cpu)
	return clock, cpu
}

// String returns the median, minimum and maximum of the elapsed times, and the median of the
// CPU times.
func (l laps) String() string {
	clock, cpu := l.sorted()
	short := func(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
	return fmt.Sprintf("%v (%v to %v), cpu %v", short(clock[len(l)/2]), short(clock[0]), short(clock[len(l)-1]), short(cpu[len(l)/2]))
}

// ratio returns how many times faster l is than others, by the medians.
func (l laps) ratio(others laps) string {
	clock, cpu := l.sorted()
	clocks, cpus := others.sorted()
	m, n := len(l)/2, len(others)/2
	return fmt.Sprintf("ratio %.2f, of cpu %.2f", float64(clocks[n])/float64(clock[m]), float64(cpus[n])/float64(max(cpu[m], 1)))
}

// race runs the contenders in turn, so that each has the same load. It logs the medians, and
// how many times faster the first is than the others. check inspects the output of a run and
// removes it.
func race(t *testing.T, what string, rounds int, check func(t *testing.T, name string), contenders ...contender) {
	t.Helper()
	times := make([]laps, len(contenders))
	for range rounds {
		for i, c := range contenders {
			cmd := exec.Command(c.args[0], c.args[1:]...)
			start := time.Now()
			out, err := cmd.CombinedOutput()
			took := time.Since(start)
			if err != nil {
				t.Fatalf("%s: %.200q: %v: %s", what, c.args, err, out)
			}
			times[i] = append(times[i], lap{took, cpu(cmd)})
			check(t, c.name)
		}
	}
	var b strings.Builder
	for i, c := range contenders {
		fmt.Fprintf(&b, "; %s %v", c.name, times[i])
		if i > 0 {
			fmt.Fprintf(&b, ", %s", times[0].ratio(times[i]))
		}
	}
	t.Logf("%s, %d rounds%s; load %s", what, rounds, b.String(), load())
}

// load returns the load of the machine, without which the figures mean little.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// rounds is the number of runs: more if the speed is measured on purpose.
func rounds(few, many int) int {
	if os.Getenv("EARL_BIG") != "" {
		return many
	}
	return few
}

// A thousand small files in one process with one connection, compared with curl and wget.
func TestRealManySmallFiles(t *testing.T) {
	longtest.OnlyInGate(t, "compares speeds")
	n := many()
	curl, wget := peers.Program(t, "curl"), peers.Program(t, "wget")
	earl := buildEarl(t)
	ftp, http := peers.VSFTPD(t), peers.Nginx(t)
	peers.Many(t, ftp.Root, n)
	peers.Many(t, http.Root, n)
	for _, p := range []peers.Server{ftp.Server, http.Server} {
		dir := t.TempDir()
		list := filepath.Join(t.TempDir(), "list")
		var urls []string
		for i := range n {
			urls = append(urls, p.URL(fmt.Sprintf("pub/many/file%04d.txt", i)))
		}
		if err := os.WriteFile(list, []byte(strings.Join(urls, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		scheme, _, _ := strings.Cut(urls[0], ":")
		check := func(t *testing.T, name string) {
			t.Helper()
			for i := range n {
				file := filepath.Join(dir, fmt.Sprintf("file%04d.txt", i))
				if got, err := os.ReadFile(file); err != nil || string(got) != fmt.Sprintf("file %d\n", i) {
					t.Fatalf("%s: %s wrote %q, %v", scheme, name, got, err)
				}
				os.Remove(file)
			}
		}
		often := 5
		if scheme == "ftp" {
			often = 1 // curl and wget take 40 ms for each file there
		}
		race(t, fmt.Sprintf("%d small files by %s", n, scheme), often, check,
			contender{"earl", append([]string{earl, "get", "-s", "-O", "--output-dir", dir}, urls...)},
			contender{"curl", append([]string{curl, "-s", "--remote-name-all", "--output-dir", dir}, urls...)},
			contender{"wget", []string{wget, "-q", "-P", dir, "-i", list}})
	}
}

// One small file, including the start of the process.
func TestRealOneSmallFile(t *testing.T) {
	longtest.OnlyInGate(t, "compares speeds")
	curl, earl := peers.Program(t, "curl"), buildEarl(t)
	ftp, http, gopher := peers.VSFTPD(t), peers.Nginx(t), peers.Gophernicus(t)
	out := filepath.Join(t.TempDir(), "out")
	for _, url := range []string{
		"file://" + http.Root + "/pub/octets.bin", http.URL("pub/octets.bin"), ftp.URL("pub/octets.bin"), gopher.URL("9/pub/octets.bin"),
	} {
		scheme, _, _ := strings.Cut(url, ":")
		check := func(t *testing.T, name string) {
			t.Helper()
			if got, err := os.ReadFile(out); err != nil || string(got) != peers.Files()["pub/octets.bin"] {
				t.Fatalf("%s: %s wrote %q, %v", url, name, got, err)
			}
			os.Remove(out)
		}
		race(t, "one small file by "+scheme, rounds(11, 101), check,
			contender{"earl", []string{earl, "get", "-s", "-o", out, url}},
			contender{"curl", []string{curl, "-s", "-o", out, url}})
	}
}

// many is the number of small files: a thousand if the speed is measured on purpose.
func many() int { return rounds(100, 1000) }
