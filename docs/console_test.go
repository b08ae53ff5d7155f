package docs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Each block that is marked "console" shows commands after "$ ", and what they print. The
// test runs them without a network, and compares. A name such as $HTTP is the address of
// one of servers. A table of verdicts must have the verdicts of the editions. -update
// writes both into the pages.
func TestPagesSayWhatEarlDoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pages show the command under a POSIX shell")
	}
	for name, text := range pages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if (name == "handler.md" || name == "troubleshooting.md") && runtime.GOOS != "linux" {
				t.Skip("the page shows a desktop of Linux, or error messages of its kernel")
			}
			if name == "rows.md" {
				buildRows(t)
			}
			checkPage(t, name, text)
		})
	}
}

// checkPage checks that a page shows the output of its commands; -update writes it.
func checkPage(t *testing.T, name, text string) {
	t.Helper()
	got := withColumns(withFields(t, rerun(t, text)))
	if got == text {
		return
	}
	if !*update {
		t.Error(name + ": " + difference(got, text))
		return
	}
	if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
}

// rerun returns a page with new output of its commands. They run in order, in one new
// directory.
func rerun(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	console, table, kept := false, false, false
	for line := range strings.Lines(text) {
		table = line == verdictHead || table && line[0] == '|'
		switch command, shown := strings.CutPrefix(line, "$ "); {
		case table && strings.HasPrefix(line, "| `"):
			b.WriteString(verdicts(t, line))
		case strings.HasPrefix(line, "```"):
			console = line == "```console\n"
			b.WriteString(line)
		case console && shown:
			b.WriteString(line)
			if kept = needsMissing(t, command); !kept {
				b.WriteString(output(t, dir, strings.TrimSuffix(command, "\n")))
			}
		case !console || kept:
			b.WriteString(line)
		}
	}
	return b.String()
}

// output runs a command line in dir and returns its output as on a terminal, stdout and
// stderr together. The last line must be complete, and no line may look like the page's own
// markup.
func output(t *testing.T, dir, command string) string {
	t.Helper()
	if !strings.Contains(" "+command, " earl ") && !prepares.MatchString(command) {
		t.Errorf("%q is not an example of earl", command)
	}
	env, named, err := serverEnv(command)
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	out, err := shell(t, dir, onTerminal.Replace(command), env...).CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", command, err)
	}
	text := named.Replace(strings.ReplaceAll(string(out), "\r\n", "\n")) // a draft has the line ends of mail
	text = elapsed.ReplaceAllString(strings.ReplaceAll(text, dir, "/home/joe"), "${1}1ms")
	if text != "" && !strings.HasSuffix(text, "\n") {
		t.Errorf("%s: %q does not end its last line", command, text)
	}
	if strings.Contains("\n"+text, "\n```") || strings.Contains("\n"+text, "\n$ ") {
		t.Errorf("%s prints a line that reads as a mark of the page", command)
	}
	return text
}

// elapsed matches the time that check prints. The pages show 1ms, and /home/joe as the
// working directory.
var elapsed = regexp.MustCompile(`( read, )[0-9.]+m?s\b`)

// prepares matches a command that makes, changes or prints files for the examples of a
// page.
var prepares = regexp.MustCompile(`^(printf|mkdir|cat|ls|chmod) `)

// onTerminal makes commands print errors as on a terminal, without a terminal.
var onTerminal = strings.NewReplacer(
	"earl parse ", "earl parse --format long ", "earl resolve ", "earl resolve --format long ",
	"earl normalize ", "earl normalize --format long ", "earl same ", "earl same --format long ")

// shell prepares a command line for sh in dir, with earl in its path and none of the
// user's settings.
func shell(t *testing.T, dir, command string, env ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), "sh", "-c", command)
	c.Dir = dir
	c.Env = append([]string{"PATH=" + bin(t) + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + t.TempDir(), "NO_PROXY=*"}, env...)
	return c
}

// difference describes the first line in which two pages differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "line " + strconv.Itoa(i+1) + ": what is printed is\n\t" + g[i] + "\nand the page says\n\t" + w[i]
		}
	}
	return "more or fewer lines are printed than the page says"
}
