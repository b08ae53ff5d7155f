package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestMain is also a driver: a small parser that takes what follows the last "@" as host.
func TestMain(m *testing.M) {
	if mode := os.Getenv("LAB_TEST_DRIVER"); mode != "" {
		serve(mode)
		return
	}
	os.Exit(m.Run())
}

func serve(mode string) {
	data, _ := os.ReadFile("/dev/stdin")
	var out bytes.Buffer
	out.WriteString("= 1.0\n")
	for line := range strings.Lines(string(data)) {
		b, _ := hex.DecodeString(strings.TrimSpace(line))
		input := string(b)
		if mode == "crash" && strings.Contains(input, "crash") {
			os.Exit(3)
		}
		rest, ok := strings.CutPrefix(input, "http://")
		if !ok {
			out.WriteString("0\t" + hex.EncodeToString([]byte("not http")) + "\n")
			continue
		}
		i := strings.LastIndex(rest, "@")
		out.WriteString("1\t" + hex.EncodeToString([]byte("http")) + "\t" + hex.EncodeToString([]byte(rest[i+1:])) + "\t-\t\t-\n")
	}
	os.Stdout.Write(out.Bytes())
}

func testDriver(t *testing.T, mode string) *driver {
	if _, err := os.Stat("/dev/stdin"); err != nil {
		t.Skip("no /dev/stdin: the driver of this test reads it")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &driver{name: "test", command: []string{"env", "LAB_TEST_DRIVER=" + mode, self}}
}

func TestDriverReads(t *testing.T) {
	d := testDriver(t, "plain")
	got, err := d.read(context.Background(), []text{{ID: "a", Input: "http://a\n@B"}, {ID: "b", Input: "ftp:"}})
	if err != nil {
		t.Fatal(err)
	}
	if r := got[0]; !r.accepts() || value(r.Host) != "B" || r.HostNorm != "b" || r.Port != nil || value(r.Path) != "" || r.Path == nil {
		t.Errorf("read(a) = %+v", r)
	}
	if r := got[1]; r.accepts() || r.Accepted == nil || r.Error != "not http" {
		t.Errorf("read(b) = %+v", r)
	}
	if d.version != "1.0" {
		t.Errorf("version = %q", d.version)
	}
}

// A text that ends the program is reported, and all others are read.
func TestDriverFindsTheTextOfACrash(t *testing.T) {
	var texts []text
	for _, s := range []string{"http://a", "http://b", "http://crash", "http://c", "http://d"} {
		texts = append(texts, text{ID: s, Input: s})
	}
	d := testDriver(t, "crash")
	d.version = "1.0" // an earlier batch
	got, err := d.read(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range got {
		if crash := r.ID == "http://crash"; crash != (r.Accepted == nil) || r.ID != texts[i].ID {
			t.Errorf("read(%s) = %+v", texts[i].ID, r)
		}
	}
}

func TestAnswerRefusesBadLines(t *testing.T) {
	d := &driver{name: "x"}
	for _, line := range []string{"", "2\t00", "1\tzz", "1\t00\t00\t00\t00\t00\t00\t00", "0\t00\t00"} {
		if r, err := d.answer(text{}, line); err == nil {
			t.Errorf("answer(%q) = %+v, want an error", line, r)
		}
	}
}

func TestNormalHost(t *testing.T) {
	for in, want := range map[string]string{
		"Good.EXAMPLE": "good.example", "[::1]": "::1", "[0:0:0:0:0:0:0:1]": "::1", "0:0::1": "::1", "[V1.x]": "v1.x",
		"[127.0.0.1]": "[127.0.0.1]", "0x7f.1": "0x7f.1", "%41": "%41", "[::1": "[::1", "": "",
	} {
		if got := normalHost(in); got != want {
			t.Errorf("normalHost(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCorpusIsTheSameForASeed(t *testing.T) {
	a, b, other := mutate(1, 3000, nil), mutate(1, 3000, nil), mutate(2, 3000, nil)
	if !slices.Equal(a, b) || slices.Equal(a, other) || len(a) != 3000 {
		t.Errorf("mutate: %d texts; the same: %v, other seed the same: %v", len(a), slices.Equal(a, b), slices.Equal(a, other))
	}
	seen, families := map[string]bool{}, map[string]int{}
	for _, x := range a {
		if seen[x.Input] || !utf8.ValidString(x.Input) {
			t.Errorf("mutate: %q is not valid or not new", x.Input)
		}
		seen[x.Input] = true
		families[x.Family]++
	}
	for _, p := range pieces {
		if families[p.family] < 100 {
			t.Errorf("mutate: only %d texts of family %s", families[p.family], p.family)
		}
	}
}

func TestReadCorpus(t *testing.T) {
	got, err := readCorpus(strings.NewReader("http://a/\n{\"id\":\"x\",\"family\":\"port\",\"input\":\"a\\nb\"}\n"))
	want := []text{{"t0000001", "", "http://a/"}, {"x", "port", "a\nb"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("readCorpus = %v, %v, want %v", got, err, want)
	}
	if _, err := readCorpus(strings.NewReader("{bad\n")); err == nil {
		t.Error("readCorpus of bad JSON: want an error")
	}
}

// accept returns a reading in memory.
func accept(parser, input, host string) reading {
	yes := true
	return reading{Parser: parser, Input: input, Accepted: &yes, Host: absentIfEmpty(&host), HostNorm: normalHost(host)}
}

func refuse(parser, input string) reading {
	no := false
	return reading{Parser: parser, Input: input, Accepted: &no}
}

func testResults() ([]result, []text) {
	const x, y = `http://a\@b/`, "http://c/"
	one := parser{name: "one", language: "Go", core: true}
	two := parser{name: "two", language: "C", core: true}
	three := parser{name: "three", language: "C"}
	return []result{
		{parser: one, version: "1", readings: []reading{accept("one", x, "a"), accept("one", y, "c")}},
		{parser: two, version: "2", readings: []reading{accept("two", x, "b"), accept("two", y, "C")}},
		{parser: three, version: "3", readings: []reading{refuse("three", x), accept("three", y, "")}},
		{parser: parser{name: "four", language: "D"}, err: errors.New("dmd is not installed")},
	}, []text{{"1", "backslash", x}, {"2", "plain", y}}
}

func TestReportJoinsReadings(t *testing.T) {
	results, texts := testResults()
	r := newReport(results, texts, time.Now())
	if r.Ran != 3 || r.Languages != 2 || r.Split != 1 || r.Core != 2 {
		t.Errorf("report: ran %d, languages %d, split %d, core %d", r.Ran, r.Languages, r.Split, r.Core)
	}
	g := r.Families[0].Examples[0]
	if len(g.Hosts) != 2 || !slices.Equal(g.Refused, []string{"three"}) {
		t.Errorf("group = %+v", g)
	}
	if c := r.Matrix.Lines[0].Cells[1]; c.Text != "500" {
		t.Errorf("matrix: one and two differ in %s of 1000, want 500", c.Text)
	}
}

func TestReportsShowEveryParser(t *testing.T) {
	results, texts := testResults()
	dir := t.TempDir()
	if err := writeAll(dir, results, texts, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.html", "report.md"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"one", "two", "three", "four", "dmd is not installed", "backslash"} {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s does not contain %q", name, want)
			}
		}
		for _, not := range []string{"<script", "src=", "@import", "url("} {
			if strings.Contains(string(data), not) {
				t.Errorf("%s loads something: %q", name, not)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "truth", "one.jsonl")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "truth", "four.jsonl")); err == nil {
		t.Error("a missing parser has a truth file")
	}
}

func TestCompareCountsEveryField(t *testing.T) {
	results, _ := testResults()
	file := filepath.Join(t.TempDir(), "one.jsonl")
	err := writeFile(file, func(w io.Writer) error { return writeLines(w, results[0].readings) })
	if err != nil {
		t.Fatal(err)
	}
	a, err := compareFile("one", file, func(input string) reading {
		if input == "http://c/" {
			return refuse("model", input)
		}
		return accept("model", input, "A")
	})
	if err != nil || a.Texts != 2 || a.Accepted != 1 || a.Both != 1 || a.Host != 1 || a.All != 1 || len(a.Differ) != 1 || a.Differ[0].What != "accepted" {
		t.Errorf("compare = %+v", a)
	}
	if got := percent(9999, 10_000); got != "99.99 %" {
		t.Errorf("percent = %q", got)
	}
	var b bytes.Buffer
	if err := writeAgreement(&b, []agreement{a}); err != nil || !strings.Contains(b.String(), "| one | 2 | 50.00 % |") {
		t.Errorf("writeAgreement: %v: %s", err, b.String())
	}
}

// Every row of the table has a name of its own and its driver.
func TestParsersHaveDrivers(t *testing.T) {
	b, err := newBench(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range parsers {
		if seen[p.name] {
			t.Errorf("%s: a second row", p.name)
		}
		seen[p.name] = true
		found, _ := filepath.Glob(b.path("drivers", "*", filepath.Base(p.args[0])))
		class, _ := filepath.Glob(b.path("drivers", "java", p.args[0]+".java"))
		if strings.Contains(p.args[0], ".") && len(found) == 0 || p.kit.registry == "maven" && len(class) == 0 {
			t.Errorf("%s: no driver %s in tools/outside/lab/drivers", p.name, p.args[0])
		}
	}
}

// A parser whose program is missing is a result with the reason.
func TestMissingParsersHaveAReason(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b, err := newBench(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(parsers, func(p parser) bool { return p.name == "lua-socket" })
	r := runOne(context.Background(), b, parsers[i], &options{}, []text{{ID: "1", Input: "http://a/"}})
	if r.err == nil || !strings.Contains(r.err.Error(), "lua5.4 is not installed") {
		t.Errorf("err = %v", r.err)
	}
}

func TestReason(t *testing.T) {
	for out, want := range map[string]string{
		"one\ntwo\n": "two",
		"Updating\nerror: no toolchain is chosen\nbacktrace\n  13: unknown\n": "error: no toolchain is chosen",
		"": "",
	} {
		if got := reason(out); got != want {
			t.Errorf("reason(%q) = %q, want %q", out, got, want)
		}
	}
}
