package surt

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/ascii"
)

var update = flag.Bool("update", false, "with EARL_SURT, rewrite testdata/keys.txt")

// optionNames are the options in the order of their bits in a number.
var optionNames = []struct {
	name string
	set  func(*Options)
}{
	{"scheme", func(o *Options) { o.WithScheme = true }},
	{"comma", func(o *Options) { o.TrailingComma = true }},
	{"www", func(o *Options) { o.KeepWWW = true }},
	{"ipv4", func(o *Options) { o.KeepIPv4 = true }},
	{"case", func(o *Options) { o.KeepCase = true }},
	{"session", func(o *Options) { o.KeepSessionIDs = true }},
	{"order", func(o *Options) { o.KeepOrder = true }},
}

// parseOptions returns the options with names, which are separated by spaces.
func parseOptions(t *testing.T, names string) (o Options) {
	t.Helper()
next:
	for name := range strings.FieldsSeq(names) {
		for _, option := range optionNames {
			if option.name == name {
				option.set(&o)
				continue next
			}
		}
		t.Fatalf("unknown option %q", name)
	}
	return o
}

// A question is a text with the names of options.
type question struct{ text, options string }

// questions returns n questions. Three in four have no options.
func questions(seed uint64, n int) []question {
	g := newGenerator(seed)
	all := make([]question, n)
	for i := range all {
		all[i].text = g.url()
		if g.IntN(4) > 0 {
			continue
		}
		var names []string
		for _, option := range optionNames {
			if g.IntN(3) == 0 {
				names = append(names, option.name)
			}
		}
		all[i].options = strings.Join(names, " ")
	}
	return all
}

// askPython returns what the Python package surt answers: a key, or "!" and an
// error.
func askPython(t *testing.T, python string, all []question) []string {
	t.Helper()
	var in bytes.Buffer
	for _, q := range all {
		fmt.Fprintf(&in, "%x %s\n", q.text, q.options)
	}
	cmd := exec.CommandContext(t.Context(), python, "testdata/keys.py")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s testdata/keys.py: %v; EARL_SURT must be a Python that has the package surt", python, err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(all) {
		t.Fatalf("Python answered %d of %d questions", len(answers), len(all))
	}
	for i, a := range answers {
		if !strings.HasPrefix(a, "!") {
			key, err := hex.DecodeString(a)
			if err != nil {
				t.Fatalf("answer %q: %v", a, err)
			}
			answers[i] = string(key)
		}
	}
	return answers
}

// reason returns why the key of a text differs from the answer of Python, or "".
// The package comment lists these reasons.
func reason(q question, answer, key string) string {
	switch {
	case strings.HasPrefix(answer, "!ValueError: Port"):
		return "port"
	case strings.HasPrefix(answer, "!AttributeError: 'NoneType'") && key == "-":
		return "white space"
	case strings.HasPrefix(answer, "!ValueError: Exceeds the limit (4300 digits)"):
		return "digits"
	case strings.HasPrefix(answer, "!"):
		return ""
	}
	// Only the host differs, and it is not ASCII.
	_, rest, ok := strings.Cut(key, ")/")
	host := string(appendUnescaped(nil, split(clean(q.text)).host))
	if ok && !ascii.Only(host) && strings.HasSuffix(answer, ")/"+rest) {
		return "IDNA"
	}
	return ""
}

// Keys are those of the Python package surt. EARL_SURT is a Python that has it.
// The table of TestKey and 100,000 made URLs are compared, with EARL_SURT_ALL a million.
func TestKeysOfPython(t *testing.T) {
	python := os.Getenv("EARL_SURT")
	if python == "" {
		t.Skip("EARL_SURT is not set to a Python that has the package surt")
	}
	batches, size := 1, 100_000
	if os.Getenv("EARL_SURT_ALL") != "" {
		batches = 10
	}
	var table []question
	for _, test := range keyTests {
		table = append(table, question{text: test.in})
	}
	for i, answer := range askPython(t, python, table) {
		if want := keyTests[i].want; answer != want && reason(table[i], answer, want) == "" {
			t.Errorf("Key(%q) should be %q, Python has %q", table[i].text, want, answer)
		}
	}
	equal, total, reasons := 0, 0, map[string]int{}
	for batch := range batches {
		all := questions(uint64(batch), size)
		for i, answer := range askPython(t, python, all) {
			key := string(Append(nil, all[i].text, parseOptions(t, all[i].options)))
			total++
			if key == answer {
				equal++
				continue
			}
			why := reason(all[i], answer, key)
			reasons[why]++
			if why == "" {
				t.Errorf("Append(%q, %q) = %q, Python has %q", all[i].text, all[i].options, key, answer)
			}
		}
	}
	t.Logf("%d of %d keys are equal; differences by reason: %v", equal, total, reasons)
	if reasons["IDNA"]*1000 > total {
		t.Errorf("%d of %d keys differ because of IDNA, want at most one in 1000", reasons["IDNA"], total)
	}
	if *update {
		writeSample(t, python)
	}
}

// writeSample writes testdata/keys.txt: made URLs and the answers of Python,
// without those that differ.
func writeSample(t *testing.T, python string) {
	t.Helper()
	all := questions(1000, 600)
	var b []byte
	b = append(b, "# Made URLs, options and the keys that the Python package surt 0.3.1 makes of them.\n"...)
	b = append(b, "# EARL_SURT=PYTHON go test ./warc/surt -run TestKeysOfPython -update writes this file.\n"...)
	for i, answer := range askPython(t, python, all) {
		q := all[i]
		if key := string(Append(nil, q.text, parseOptions(t, q.options))); reason(q, answer, key) != "" {
			continue
		}
		b = append(strconv.AppendQuoteToASCII(b, q.text), '\t')
		b = append(append(b, q.options...), '\t')
		b = append(append(b, answer...), '\n')
	}
	if err := os.WriteFile("testdata/keys.txt", b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Keys are those that the Python package surt made when testdata/keys.txt was
// written.
func TestRecordedKeys(t *testing.T) {
	file, err := os.Open("testdata/keys.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, n := bufio.NewScanner(file), 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		text, err := strconv.Unquote(fields[0])
		if err != nil || len(fields) != 3 {
			t.Fatalf("testdata/keys.txt: bad line %q", lines.Text())
		}
		n++
		if key := string(Append(nil, text, parseOptions(t, fields[1]))); key != fields[2] {
			t.Errorf("Append(%q, %q) = %q, want %q", text, fields[1], key, fields[2])
		}
	}
	if n < 400 {
		t.Errorf("testdata/keys.txt has %d keys, want at least 400", n)
	}
}
