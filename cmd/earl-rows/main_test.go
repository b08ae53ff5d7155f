package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/rows"
)

// asProgram makes the test binary the program earl-rows.
const asProgram = "EARL_ROWS_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	if n, err := strconv.Atoi(os.Getenv(asLoop)); err == nil {
		loop(n)
		return
	}
	os.Exit(m.Run())
}

// program returns a command that runs earl-rows.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// earlRows runs earl-rows and returns what it wrote, and its exit status.
func earlRows(t *testing.T, stdin []byte, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	c := program(t, args...)
	var out, err bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &err
	if e, ended := c.Run(), new(exec.ExitError); errors.As(e, &ended) {
		status = ended.ExitCode()
	} else if e != nil {
		t.Fatal(e)
	}
	return out.String(), err.String(), status
}

// ok is earlRows for a run that must succeed without a word.
func ok(t *testing.T, stdin []byte, args ...string) string {
	t.Helper()
	stdout, stderr, status := earlRows(t, stdin, args...)
	if status != 0 || stderr != "" {
		t.Fatalf("earl-rows %q: status %d, stderr %q", args, status, stderr)
	}
	return stdout
}

func TestHelpHasEveryColumn(t *testing.T) {
	help := ok(t, nil, "--help")
	for o := range rows.Operations() {
		if !strings.Contains(help, "\n  "+o.Name+o.Args+" ") || !strings.Contains(help, o.Doc) {
			t.Errorf("--help has no row for the column %s", o.Name)
		}
	}
}

func TestUsageErrorsExit2(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"--nosuch"},
		{"--format", "tsv"},
		{"--format", "nosuch", "--select", "host"},
		{"--format", "tsv", "--in", "tsv", "--select", "host"},
		{"--select", "host"},
		{"--format", "tsv", "--no-header", "--select", "nosuch"},
		{"--format", "tsv", "--no-header", "--select", "host", "-e", "rfc1"},
		{"--format", "tsv", "--no-header", "--select", "host", "--column", "nosuch"},
	} {
		stdout, stderr, status := earlRows(t, []byte("http://h/\n"), args...)
		if status != 2 || stdout != "" || !strings.HasPrefix(stderr, "earl-rows: ") {
			t.Errorf("earl-rows %q: status %d, want 2; stdout %q, stderr %q", args, status, stdout, stderr)
		}
	}
}

func TestTSV(t *testing.T) {
	for _, row := range []struct{ name, in, sel, want string }{
		{"names", "a\turl\n1\thttp://h/\n", "a, url, host", "a\turl\thost\n1\thttp://h/\th\n"},
		{"first column", "a\tb\nhttp://h/\t2\n", "b, host", "b\thost\n2\th\n"},
		{"escapes", "url\n" + `http://h/\t\n\r\\\'\0\b\f\x` + "\n", "url", "url\n" + `http://h/\t\n\r\\'\0\b\f\\x` + "\n"},
		{"NULL", "url\tb\n\\N\t\\N\n", "b, host, extract", "b\thost\textract\n\\N\t\\N\t\\N\n"},
		{"no line end", "url\nhttp://h/", "host", "host\nh\n"},
		{"Windows", "\ufeffurl\r\nhttp://h/\r\n", "host", "host\nh\n"},
		{"list", "url\nhttp://h/a'b\n", "extract", "extract\n['http://h/a\\'b']\n"},
		{"no row", "url\n", "host", "host\n"},
	} {
		if got := ok(t, []byte(row.in), "--format", "tsv", "--select", row.sel); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// What ClickHouse sends and expects, byte for byte.
// Source: the formats RowBinary and TabSeparated in ClickHouse's documentation.
func TestClickHouse(t *testing.T) {
	for _, row := range []struct {
		name string
		args string
		in   string
		want string
	}{
		{"text", "--format rowbinary --select host", "\x09http://h/", "\x00\x01h"},
		{"not a URL", "--format rowbinary --select host", "\x01 ", "\x01"},
		{"bool, int", "--format rowbinary --select valid,port", "\x09http://h/", "\x00\x01\x00\x50\x00\x00\x00"},
		{"list", "--format rowbinary --select extract", "\x09http://h/\x00", "\x01\x09http://h/\x00"},
		{"NULL", "--format rowbinary --nullable --select valid,extract,url", "\x01\x00\x09http://h/", "\x01\x00\x01" + "\x00\x01\x01\x09http://h/\x00\x09http://h/"},
		{"echo", "--format rowbinary --columns url,b --select b,host", "\x09http://h/\x02bb", "\x02bb\x00\x01h"},
		{"long", "--format rowbinary --select path", "\xcb\x01http://h/" + strings.Repeat("a", 194), "\x00\xc3\x01/" + strings.Repeat("a", 194)},
		{"chunks", "--format rowbinary --chunk-header --select host", "2\n\x09http://h/\x001\n\x09http://i/0\n", "\x00\x01h\x01\x00\x01i"},
		{"TSV chunks", "--format tsv --chunk-header --select url,extract", "2\nhttp://h/\\t\r\n\\N\n0\n1\nx\n", "http://h/\\t\\r\t['http://h/']\n\\N\t[]\nx\t[]\n"},
	} {
		if got := ok(t, []byte(row.in), strings.Fields(row.args)...); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// Broken inputs end with status 3, and what is whole before them is answered or not:
// the status says that rows are missing.
func TestBrokenInputsExit3(t *testing.T) {
	for _, row := range []struct{ args, in string }{
		{"--format rowbinary --select host", "\x09http://"},
		{"--format rowbinary --select host", "\x09http://h/\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"},
		{"--format rowbinary --nullable --select host", "\x00"},
		{"--format rowbinary --chunk-header --select host", "2\n\x09http://h/"},
		{"--format rowbinary --chunk-header --select host", "\x09http://h/"},
		{"--format tsv --chunk-header --select host", "2\nhttp://h/\n"},
		{"--format tsv --chunk-header --select host", "1"},
		{"--format tsv --chunk-header --select host", "-1\n"},
		{"--format tsv --select host", "url\ta\nhttp://h/\n"},
		{"--format tsv --select host", "url\nhttp://h/\tb\n"},
		{"--format arrow --select host", ""},
		{"--format arrow --select host", "no stream"},
	} {
		_, stderr, status := earlRows(t, []byte(row.in), strings.Fields(row.args)...)
		if status != 3 || stderr == "" {
			t.Errorf("earl-rows %s of %q: status %d, want 3; stderr %q", row.args, row.in, status, stderr)
		}
	}
}

func TestInputsThatAreNotText(t *testing.T) {
	for in, want := range map[string]string{
		"BZh91AY&SYx":             "bzip2",
		"\xFD7zXZ\x00x":           "xz",
		"PK\x03\x04x":             "zip",
		"\xFF\xFEu\x00":           "UTF-16",
		"\xFE\xFF\x00u":           "UTF-16",
		"PAR1\x15":                "--in parquet",
		"ARROW1\x00\x00\x00\x00x": "Arrow file",
	} {
		for _, format := range []string{"csv", "tsv", "jsonl"} {
			_, stderr, status := earlRows(t, []byte(in), "--in", format, "-s", "host")
			if status != 3 || !strings.Contains(stderr, want) {
				t.Errorf("%q as %s: status %d, stderr %q, want 3 and %q", in, format, status, stderr, want)
			}
		}
	}
	_, stderr, status := earlRows(t, []byte("ARROW1\x00\x00\x00\x00x"), "--format", "arrow", "-s", "host")
	if status != 3 || !strings.Contains(stderr, "Arrow file") {
		t.Errorf("an Arrow file: status %d, stderr %q", status, stderr)
	}
	for _, in := range []string{"P\nx\n", "PAR1\nx\n", "BZh\nx\n", "BZh91AY&S"} {
		if _, stderr, status := earlRows(t, []byte(in), "--in", "csv", "-s", "host"); status != 0 {
			t.Errorf("%q: status %d, stderr %q", in, status, stderr)
		}
	}
}

func TestClosedOutputExits4(t *testing.T) {
	c := program(t, "--format", "tsv", "--no-header", "--select", "host")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	c.Stdin, c.Stdout = strings.NewReader("http://h/\n"), w
	err = c.Run()
	w.Close()
	if c.ProcessState.ExitCode() != 4 {
		t.Errorf("earl-rows with a closed output: %v, want status 4", err)
	}
}

// A peer without threads writes some rows, and reads the answers before it writes more.
func TestPipesAnswerAtOnce(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, args string
		in, want   []string
	}{
		{"RowBinary", "--format rowbinary --select host", []string{"\x09http://h/", "\x09http://i/\x01x"}, []string{"\x00\x01h", "\x00\x01i\x01"}},
		{"chunks", "--format rowbinary --chunk-header --select host", []string{"1\n\x09http://h/", "1\n\x09http://i/"}, []string{"\x00\x01h", "\x00\x01i"}},
		{"TSV", "--format tsv --no-header --select host", []string{"http://h/\n", "http://i/\nx\n"}, []string{"h\n", "i\n\\N\n"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := program(t, strings.Fields(row.args)...)
			in, _ := c.StdinPipe()
			out, _ := c.StdoutPipe()
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			for k := range row.in {
				if _, err := io.WriteString(in, row.in[k]); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, len(row.want[k]))
				if _, err := io.ReadFull(out, got); err != nil || string(got) != row.want[k] {
					t.Fatalf("after %q: got %q, %v, want %q", row.in[k], got, err, row.want[k])
				}
			}
			in.Close()
			if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 {
				t.Errorf("at the end: got %q, %v", rest, err)
			}
			if err := c.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestContract5FaultIsOneLineWithTheRow(t *testing.T) {
	var b bytes.Buffer
	reportFault(&b, 102)
	if got, want := b.String(), "earl-rows: row 102: internal fault, its columns are NULL; please report it\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
