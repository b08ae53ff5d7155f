package markdown_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
)

// hungry are documents whose structure needs much memory: a head, and text that
// is repeated after it.
var hungry = [][2]string{
	{"", "["}, {"", "!["}, {"", "]"}, {"", "[]()"}, {"", "[a](b) "}, {"", "[a]\n"}, {"", "[a]: b\n"}, {"", "[a]: b\n\n"}, {"", "[^a]: b\n"}, {"", "[^a]: "},
	{strings.Repeat("|a", 2000) + "|\n" + strings.Repeat("|-", 2000) + "|\n", "|\n"}, {"a|b\n-|-\n", "c|d\n"}, {"", "|a|b|\n|-|-|\n|c|d|\n\n"}, {"a|b\n-|-\n", "|\\|`\\|`\n"},
	{strings.Repeat("|a", 2<<20) + "|\n|-|-|\n", "|\n"},          // a wide header above a narrow delimiter
	{"", "a\n-:-\n" + wideTable}, {"", "a\n|||-|\n" + wideTable}, // the first delimiters are not valid
	{"", "> "}, {"", ">"}, {"", "- "}, {"", "1. "}, {"", "- a\n"}, {"", "- a\n\n"}, {"", strings.Repeat("> ", 99) + "a\n\n"}, {"", strings.Repeat("- ", 49) + "a\n\n"},
	{strings.Repeat("- ", 50) + "a\n", "\n"}, {strings.Repeat("- ", 50) + "a\n", "\n" + strings.Repeat(" ", 100) + "a\n"}, {strings.Repeat("- ", 50) + "a\n", "a\n"},
	{"", "a\n"}, {"", "a\r"}, {"", "a\n\n"}, {"", "\n"}, {"", "\r"}, {"", "    a\n\nb\n\n"}, {"```\n", "a\n"}, {"", "```\n"}, {"", "---\n"}, {"", "#\n"}, {"", "# _*a*_\n"}, {"", "*_"}, {"", "a\n=\n"},
	{"", "`"}, {"", "`a` "}, {"", "``a` "}, {"", "<"}, {"", "<a>"}, {"", "<a>\n\n"}, {"", "<!--"}, {"", "<a href=b>"}, {"", "<http://h/>"}, {"", "http://h/ "}, {"", "a@b.de "}, {"", "&amp;"}, {"", "\\"}, {"", "a"}, {"", "\x00"},
	{"---\n", "a: b\n"},
}

// hungryMDX are such documents of MDX.
var hungryMDX = [][2]string{
	{"", "{}"}, {"", "{a} "}, {"", "<a/>"}, {"", "<a href=\"b\"/>"}, {"", "<a id='b'>"}, {"", "import a\n\n"}, {"", "</a><a href='b'>"}, {"{", "{"}, {"", "<>"},
}

// wideTable is a table of 2000 columns and 9000 rows, and a blank line.
var wideTable = strings.Repeat("|a", 2000) + "|\n" + strings.Repeat("|-", 2000) + "|\n" + strings.Repeat("|\n", 9000) + "\n"

// maxMemory is the memory for any document, including the rest of the program.
const maxMemory = 128 << 20

// No document needs more than 128 MiB. Each is read in a separate process,
// which prints the maximum memory it got from the system. Requirement E3.
func TestMemory(t *testing.T) {
	if n := os.Getenv("EARL_TEST_HUNGRY"); n != "" {
		k, _ := strconv.Atoi(n)
		size, _ := strconv.Atoi(os.Getenv("EARL_TEST_SIZE"))
		doc := append(hungry, hungryMDX...)[k]
		text := io.MultiReader(strings.NewReader(doc[0]), io.LimitReader(&again{text: doc[1]}, int64(size)))
		for range markdown.URLs(text, markdown.Options{MDX: k >= len(hungry), Anchor: func(string) {}}) {
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Printf("took %d\n", m.Sys)
		os.Exit(0)
	}
	size := 2 << 20
	if racedetector.On || !longtest.InGate() {
		size = 512 << 10
	}
	if os.Getenv("EARL_GROWTH") != "" {
		size = 16 << 20
	}
	for k, doc := range append(hungry, hungryMDX...) {
		c := exec.Command(os.Args[0], "-test.run", "^TestMemory$")
		c.Env = append(os.Environ(), fmt.Sprint("EARL_TEST_HUNGRY=", k), fmt.Sprint("EARL_TEST_SIZE=", size), "GOMEMLIMIT=2GiB")
		out, err := c.CombinedOutput()
		var took uint64
		if _, scan := fmt.Sscanf(string(out), "took %d", &took); err != nil || scan != nil {
			t.Fatalf("%.20q, many %.20q: %v, %.1000s", doc[0], doc[1], err, out)
		}
		if testing.Verbose() {
			t.Logf("%.10q, many %.10q: %d MiB", doc[0], doc[1], took>>20)
		}
		if took > maxMemory {
			t.Errorf("%.20q, many %.20q: %d bytes taken, want at most %d", doc[0], doc[1], took, maxMemory)
		}
	}
}

// An again is a reader that repeats a text.
type again struct {
	text string
	at   int
}

func (a *again) Read(b []byte) (n int, err error) {
	for n < len(b) {
		k := copy(b[n:], a.text[a.at:])
		n, a.at = n+k, (a.at+k)%len(a.text)
	}
	return n, nil
}
