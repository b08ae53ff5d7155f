package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden files of the scripts")

// TestMain makes this program the command earl where a script calls it. A test of "handler open"
// starts this program as a gateway, which would run all tests again, detached: it ends instead.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "serve" && strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") != "earl" {
		os.Exit(statusUsage)
	}
	testscript.Main(unignored{m}, map[string]func(){"earl": main})
}

// unignored runs tests whose children do not ignore signals.
type unignored struct{ m *testing.M }

// Run handles the signals that this process ignores, as under nohup or in the
// background of a shell, and drops them. A child would ignore them too; a signal
// that its parent handles has its default effect in it.
func (u unignored) Run() int {
	for _, s := range []os.Signal{syscall.SIGHUP, os.Interrupt} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	defer func() { os.RemoveAll(earlBuild.dir) }()
	return u.m.Run()
}

// earlBuild is the command earl for all tests that run it as a separate program.
var earlBuild struct {
	once sync.Once
	dir  string
	err  error
}

// buildEarl builds the command without the race detector and once for all tests, and returns
// its path. Packages that the tests have compiled are not compiled again.
func buildEarl(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: builds the command")
	}
	earlBuild.once.Do(func() {
		if earlBuild.dir, earlBuild.err = os.MkdirTemp("", "earl-command-"); earlBuild.err != nil {
			return
		}
		build := exec.Command("go", "build", "-o", earlBuild.dir+string(filepath.Separator), ".")
		if out, err := build.CombinedOutput(); err != nil {
			earlBuild.err = fmt.Errorf("go build: %v: %s", err, out)
		}
	})
	if earlBuild.err != nil {
		t.Fatal(earlBuild.err)
	}
	return filepath.Join(earlBuild.dir, "earl")
}

// TestScript runs testdata/script/*.txtar: command lines, their stdout, stderr and exit status,
// against servers that play a script.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_PROXY", "*")
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each command takes a second
			e.Values[stateKey{}] = &state{servers: map[string]*player{}}
			return hostileFiles(e.WorkDir)
		},
		Condition: func(cond string) (bool, error) {
			if cond == "devfull" {
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    cmdStatus,
			"serve":     cmdServe,
			"served":    cmdServed,
			"octets":    cmdOctets,
			"size":      cmdSize,
			"start":     cmdStart,
			"finish":    cmdFinish,
			"interrupt": cmdInterrupt,
			"await":     cmdAwait,
		},
	})
}

// hostileFiles writes files that a script cannot contain as text.
func hostileFiles(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "dir"), 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"evil.txt":                          "a\x1b[31mred\x9b0m\tb\u202ec caf\xe9 é\r\n",
		"binary":                            "BIN\x00ARY\x1b[2J\n",
		filepath.Join("dir", "name\x1b[2J"): "",
	} {
		err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
		if err != nil && runtime.GOOS != "windows" { // this system has no such names
			return err
		}
	}
	return nil
}

// cmdStatus runs earl and compares its exit status: status N ARG...
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N earl ARG...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		var ok bool
		if got, ok = strings.CutPrefix(err.Error(), "exit status "); !ok {
			ts.Fatalf("%v", err)
		}
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// cmdOctets writes a file of N bytes, the same that "octets N" of a server sends.
func cmdOctets(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: octets FILE N")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), pattern(number(ts, args[1])), 0o666))
}

// cmdSize compares the size of a file.
func cmdSize(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: size FILE N")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if (info.Size() == int64(number(ts, args[1]))) == neg {
		ts.Fatalf("%s has %d bytes", args[0], info.Size())
	}
}

// cmdStart starts earl in the background: start N earl ARG... ; finish waits
// for it and compares its exit status with N.
func cmdStart(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start N earl ARG...")
	}
	program, err := exec.LookPath(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], args[1]+ts.Getenv("exe")))
	ts.Check(err)
	b := &background{want: args[0], cmd: exec.Command(program, args[2:]...)}
	b.cmd.Dir = ts.MkAbs(".")
	b.cmd.Env = append(os.Environ(), "NO_COLOR=1")
	b.cmd.Stderr = &b.stderr
	ts.Check(b.cmd.Start())
	ts.Value(stateKey{}).(*state).background = b
	ts.Defer(func() { b.cmd.Process.Kill() })
}

// A background is a command that runs while its script continues.
type background struct {
	want   string
	cmd    *exec.Cmd
	stderr bytes.Buffer
}

// cmdFinish waits for the command that start started. finish FILE writes its stderr to FILE.
func cmdFinish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: finish FILE")
	}
	b := ts.Value(stateKey{}).(*state).background
	err := b.cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.stderr.Bytes(), 0o666))
	if got := strconv.Itoa(b.cmd.ProcessState.ExitCode()); got != b.want {
		ts.Fatalf("exit status %s (%v), want %s\n%s", got, err, b.want, b.stderr.Bytes())
	}
}

// cmdInterrupt waits until a file has N bytes and then interrupts the command
// that start started: interrupt FILE N.
func cmdInterrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: interrupt FILE N")
	}
	cmdAwait(ts, false, args)
	ts.Check(ts.Value(stateKey{}).(*state).background.cmd.Process.Signal(os.Interrupt))
}

// cmdAwait waits until a file, or the only one that matches a pattern, has N bytes:
// await FILE N.
func cmdAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await FILE N")
	}
	want := int64(number(ts, args[1]))
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	end := time.After(20 * time.Second)
	for {
		name := ts.MkAbs(args[0])
		if names, err := filepath.Glob(name); err == nil && len(names) == 1 {
			name = names[0]
		}
		if info, err := os.Stat(name); err == nil && info.Size() >= want {
			break
		}
		select {
		case <-tick.C:
		case <-end:
			ts.Fatalf("%s has fewer than %d bytes", args[0], want)
		}
	}
}
