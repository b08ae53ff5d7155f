//go:build linux

package faults

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite"
)

// A command is a command line that writes something, and what is right afterwards.
type command struct {
	name  string
	args  []string
	old   map[string]string // the files that are there before it runs
	keeps []string          // of these, what a failed run leaves unchanged, or replaces as a whole
	// outcome describes what is on the disk and on stdout, without times. It is the
	// same for each run that has the usual status.
	outcome func(dir string, res result) string
	// drive, if it is not nil, runs the command instead of a shell, and talks to it.
	drive func(s *suite, c *command, dir string, f fault) result
	again int  // another status that the second run may have
	once  bool // it is not run again
	state bool // what it writes is a database or an archive, which a failed run must not damage

	// What the rehearsal found:
	status int
	want   string
	fresh  map[string]string
	takes  time.Duration
}

// prepare writes the files that are there before a command runs.
func (c *command) prepare(dir string) error {
	for _, sub := range []string{"home", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	for name, text := range c.old {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// rehearse runs a command twice without a fault, and keeps how it ends.
func (s *suite) rehearse(c *command) {
	for i := range 2 {
		dir := s.t.TempDir()
		if err := c.prepare(dir); err != nil {
			s.t.Fatal(err)
		}
		res := s.run(c, dir, fault{})
		if res.status != 0 {
			s.t.Errorf("%s: status %d: %s%.400s; %.400s", c.name, res.status, res.stderr, res.stdout, c.outcome(dir, res))
		}
		outcome := c.outcome(dir, res)
		if i > 0 && outcome != c.want {
			s.t.Fatalf("%s: two runs differ: %s", c.name, difference(outcome, c.want))
		}
		c.want, c.takes, c.fresh = outcome, max(c.takes, res.took), map[string]string{}
		for _, name := range c.keeps {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			c.fresh[name] = string(text)
		}
		if list := leftovers(dir); len(list) > 0 {
			s.t.Errorf("%s leaves %q without a fault", c.name, list)
		}
	}
}

// commands are the commands that write, in their forms.
func (s *suite) commands() []command {
	return slices.Concat(s.gets(), s.checks(), s.tables(), s.archives(), s.printers(), []command{s.history(), s.bookmarks()})
}

const page = "[one](http://H/f0.txt) [two](http://H/f1.txt) [three](http://H/new)\n"

// gets are the forms of get.
func (s *suite) gets() []command {
	u, base := s.site.URL, []string{"get", "-s", "-S", "--retry", "0", "--no-config"}
	get := func(args ...string) []string { return slices.Concat(base, args) }
	jar := "# Netscape HTTP Cookie File\nexample.org\tFALSE\t/\tFALSE\t4070908800\tkept\tvalue\n"
	ftp := s.site.demo.URL("ftp", "")
	return []command{
		{name: "get (stdout)", args: get(u + "/file.bin"), outcome: s.stdout},
		{name: "get -o", args: get("-o", "out", u+"/file.bin"), outcome: s.files},
		{name: "get -o over a file", args: get("-o", "out", u+"/file.bin"), old: map[string]string{"out": "an older file\n"}, keeps: []string{"out"}, outcome: s.files},
		{name: "get -O", args: get("-O", u+"/file.bin"), outcome: s.files, once: true},
		{name: "get -C -", args: get("-C", "-", "-o", "out", u+"/file.bin"), old: map[string]string{"out": string(content(1000))}, outcome: s.files},
		{name: "get -Z -O", args: get("-Z", "-O", u+"/f[0-5].txt"), outcome: s.files, once: true},
		{name: "get -R (site)", args: get("-R", "--output-dir", "copy", u+"/site/"), outcome: s.files},
		{name: "get -R --delete (site)", args: get("-R", "--delete", "--output-dir", "copy", u+"/site/"), outcome: s.files},
		{name: "get -R (ftp)", args: get("-R", "--output-dir", "copy", ftp), outcome: s.files},
		{name: "get --cookie-jar", args: get("-b", "jar", "-c", "jar", "-o", "out", u+"/cookie"), old: map[string]string{"jar": jar}, keeps: []string{"jar"}, outcome: s.lines("jar")},
		{name: "get -D", args: get("-D", "head", "-o", "out", u+"/f0.txt"), outcome: s.only("out")},
		{name: "get --warc-file", args: get("--warc-file", "a", "-o", "out", u+"/file.bin"), outcome: s.archive(u + "/file.bin"), once: true, state: true},
	}
}

// checks are the forms of check.
func (s *suite) checks() []command {
	u := s.site.URL
	text := strings.ReplaceAll(page, "http://H", u)
	check := func(args ...string) []string {
		return slices.Concat([]string{"check", "-n", "-s", "--retry", "0", "--no-config", "--allow-net", "127.0.0.0/8"}, args, []string{"a.md"})
	}
	docs := func(more map[string]string) map[string]string {
		files := map[string]string{"a.md": text}
		for name, text := range more {
			files[name] = text
		}
		return files
	}
	var list []command
	for _, format := range []string{"text", "jsonl", "html", "junit", "sarif", "markdown"} {
		name := "report." + format
		list = append(list, command{name: "check -o (" + format + ")", args: check("-v", "--sort", "--format", format, "-o", name),
			old: docs(map[string]string{name: "an older report\n"}), keeps: []string{"a.md"}, outcome: s.report1(name)})
	}
	return append(list,
		command{name: "check --report", args: check("--report", "junit=r.xml", "-o", "r.txt"), old: docs(map[string]string{"r.xml": "an older report\n"}), keeps: []string{"a.md"}, outcome: s.report1("r.xml")},
		command{name: "check --db", args: check("--db", "links.sqlite"), old: docs(nil), keeps: []string{"a.md"}, outcome: s.database(u + "/f0.txt"), state: true},
		command{name: "check --fix", args: check("--fix"), old: map[string]string{"a.md": strings.ReplaceAll(text, "/new", "/old") + strings.Repeat("text\n", 2000)}, keeps: []string{"a.md"}, outcome: s.only("a.md")},
	)
}

// history prints what a database has of a URL.
func (s *suite) history() command {
	dir, u := s.t.TempDir(), s.site.URL+"/f0.txt"
	const name = "links.sqlite"
	if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("<"+u+">\n"), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if status, out := s.earl(dir, "check", "--no-config", "--allow-net", "127.0.0.0/8", "--db", name, "a.md"); status != 0 {
		s.t.Fatalf("check --db: status %d: %s", status, out)
	}
	db, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return command{name: "history --json", args: []string{"history", "--db", name, "--json", u},
		old: map[string]string{name: string(db)}, keeps: []string{name}, outcome: s.stdout}
}

// tables are the formats of rows.
func (s *suite) tables() (list []command) {
	var in strings.Builder
	in.WriteString("id,url\n")
	for i := range 20_000 {
		fmt.Fprintf(&in, "%d,http://host%d.example/a?b=%d\n", i, i%100, i)
	}
	for _, out := range []string{"csv", "csv.gz", "tsv", "jsonl", "jsonl.zst", "parquet", "arrow"} {
		name := "out." + out
		list = append(list, command{name: "rows (" + out + ")", args: []string{"rows", "-s", "id, valid, host, normal", "-o", name, "in.csv"},
			old: map[string]string{"in.csv": in.String(), name: "an older table\n"}, keeps: []string{"in.csv", name}, outcome: s.table(name)})
	}
	return append(list, command{name: "rows (stdout)", args: []string{"rows", "-s", "id, host", "in.csv"}, old: map[string]string{"in.csv": in.String()}, keeps: []string{"in.csv"}, outcome: s.stdout})
}

// archives are the commands of warc.
func (s *suite) archives() []command {
	var b strings.Builder
	for i := range 200 {
		block := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n%06d", i)
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: http://h.example/%d\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, i, len(block), block)
	}
	return []command{
		{name: "warc index -o", args: []string{"warc", "index", "-o", "a.cdxj", "a.warc"}, old: map[string]string{"a.warc": b.String(), "a.cdxj": "com,example)/ 20200102030405 {\"url\": \"http://example.com/\", \"offset\": \"0\", \"filename\": \"old.warc\"}\n"}, keeps: []string{"a.warc", "a.cdxj"}, outcome: s.files},
		{name: "warc index", args: []string{"warc", "index", "a.warc"}, old: map[string]string{"a.warc": b.String()}, outcome: s.stdout},
	}
}

// printers are commands whose data goes to stdout, through a redirection of a shell.
func (s *suite) printers() []command {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "Line %d has http://h%d.example/x/../y?b=%d and more.\n", i, i, i)
	}
	old := map[string]string{"a.txt": text.String()}
	return []command{
		{name: "extract", args: []string{"extract", "a.txt"}, old: old, outcome: s.stdout},
		{name: "extract --json", args: []string{"extract", "--json", "a.txt"}, old: old, outcome: s.stdout},
		{name: "ls (ftp)", args: []string{"ls", "--no-config", "--json", s.site.demo.URL("ftp", "")}, outcome: s.stdout},
		{name: "explain --json", args: []string{"explain", "--json", "http://h.example/a%20b"}, outcome: s.stdout},
		{name: "help", args: []string{"get", "--help"}, outcome: s.stdout},
	}
}

// stdout is the outcome of a command that prints.
func (s *suite) stdout(_ string, res result) string { return digest([]byte(res.stdout)) }

// digest returns a short form of bytes.
func digest(b []byte) string { return fmt.Sprintf("%d bytes, %.8x", len(b), sha256.Sum256(b)) }

// skip are files of a directory that are not what the command writes.
var skip = []string{"stdout", "home", "tmp"}

// files describes every file below dir.
func (s *suite) files(dir string, _ result) string {
	var b strings.Builder
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dir+"/")
		if err == nil && d.IsDir() && slices.Contains(skip, name) {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || slices.Contains(skip, name) || isLeftover(d.Name()) || d.Name() == ".earl-files" {
			return nil
		}
		text, err := os.ReadFile(path)
		fmt.Fprintln(&b, name, digest(text), err)
		return nil
	})
	return b.String()
}

// only describes one file.
func (s *suite) only(name string) func(string, result) string {
	return func(dir string, _ result) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return fmt.Sprintln(name, digest(text), err)
	}
}

// lines describes the lines of a file, in any order.
func (s *suite) lines(name string) func(string, result) string {
	return func(dir string, _ result) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return fmt.Sprint(slices.Sorted(strings.Lines(string(text))), err)
	}
}

// times are what differs between two reports.
var times = regexp.MustCompile(`[0-9.\\]+ ?(ns|µs|ms|s|seconds)\b|time(stamp)?="[^"]*"|"(ms|time|took|seconds|checked|duration|started|startTimeUtc|endTimeUtc)":("[^"]*"|[0-9.]+)|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z| UTC)?`)

// report1 returns the text of a report without its times.
func (s *suite) report1(name string) func(string, result) string {
	return func(dir string, _ result) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return fmt.Sprint(times.ReplaceAllString(strings.ReplaceAll(string(text), dir, "DIR"), "T"), err)
	}
}

// earl runs a command without a fault and returns its status and stdout.
func (s *suite) earl(dir string, args ...string) (int, string) {
	cmd := exec.Command(filepath.Join(s.bin, "earl"), args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+s.bin+":"+os.Getenv("PATH"))
	out, _ := cmd.Output()
	return cmd.ProcessState.ExitCode(), string(out)
}

// table describes the rows of a file. Two Parquet files with the same rows differ.
func (s *suite) table(name string) func(string, result) string {
	return func(dir string, _ result) string {
		status, rows := s.earl(dir, "rows", "--out", "csv", "-s", "*", name)
		return fmt.Sprintf("%s: status %d, %s", name, status, digest([]byte(rows)))
	}
}

// archive says whether an archive is valid and has a page.
func (s *suite) archive(url string) func(string, result) string {
	return func(dir string, _ result) string {
		files, _ := filepath.Glob(filepath.Join(dir, "a*.warc.gz"))
		if len(files) != 1 {
			return fmt.Sprintf("%d archives", len(files))
		}
		checked, _ := s.earl(dir, "warc", "check", files[0])
		status, text := s.earl(dir, "get", "-s", "--from-warc", files[0], url)
		return fmt.Sprintf("check %d, get %d: %s", checked, status, digest([]byte(text)))
	}
}

// database says whether a database is whole and has a result for a URL.
func (s *suite) database(url string) func(string, result) string {
	return func(dir string, _ result) string {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "links.sqlite")+"?mode=ro")
		if err != nil {
			return err.Error()
		}
		defer db.Close()
		var whole string
		if err := db.QueryRow("PRAGMA integrity_check").Scan(&whole); err != nil {
			return "integrity check: " + err.Error()
		}
		status, text := s.earl(dir, "history", "--db", "links.sqlite", url)
		return fmt.Sprintf("integrity %s, history %d, ok %v", whole, status, strings.Contains(text, " ok"))
	}
}
