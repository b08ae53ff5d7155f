package notebook_test

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/format/notebook"
	"github.com/earl-url/earl/internal/format/quoted"
	"github.com/earl-url/earl/internal/format/source"
)

// find returns each match as "line:column URL doubt".
func find(t *testing.T, r io.Reader, doc string) (found []string) {
	t.Helper()
	d := &notebook.Decoder{
		Markdown: func(r io.Reader) iter.Seq2[extract.Match, error] { return markdown.URLs(r, markdown.Options{}) },
		HTML:     func(r io.Reader) iter.Seq2[extract.Match, error] { return html.URLs(r, html.Options{}) },
		Code: func(r io.Reader) iter.Seq2[extract.Match, error] {
			return literal.URLs(r, quoted.New(source.Language("a.py", "")), literal.Options{})
		},
		Text: func(r io.Reader) iter.Seq2[extract.Match, error] { return extract.Text(r, extract.Options{}) },
	}
	for m, err := range literal.URLs(r, d, literal.Options{}) {
		if err == nil && doc[m.Offset:][:len(m.Text)] != m.Text {
			t.Errorf("%s: %q is not at %d", doc, m.Text, m.Offset)
		}
		if err != nil {
			m.URL = err.Error()
		}
		found = append(found, strings.TrimSpace(fmt.Sprintf("%d:%d %s %s", m.Line, m.Column, m.URL, m.Doubt)))
	}
	return found
}

// Source: nbformat 4.5.
func TestCells(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`{"cells":[{"cell_type":"markdown","source":"[a](b.md) [c](<attachment:d e.png>) ![f](http:\/\/h.example\/g\\_h)"}]}`,
			`1:49 b.md|1:60 attachment:d%20e.png|1:86 http://h.example/g_h`},
		{`{"cells":[{"source":["[a](b.md)\n","\n","` + "`http://h.example/c`" + `"],"cell_type":"markdown"}]}`, `1:27 b.md`},
		{"{\"cells\": [\n {\n  \"cell_type\": \"markdown\",\n  \"source\": [\n   \"# A\\n\",\n   \"[a](b\\\\)c.md)\"\n  ]\n }\n]}", `6:9 b)c.md`},
		{`{"cells":[{"cell_type":"code","source":["# [a](b.md) http://h.example/c\n","d = \"http://h.example/e\""]}]}`,
			`1:54 http://h.example/c|1:83 http://h.example/e`},
		{`{"cells":[{"cell_type":"code","source":["get('http://h.example/\\u00e9')"]}]}`, `1:47 http://h.example/é`},
		{`{"cells":[{"cell_type":"raw","source":"[a](b.md) http://h.example/c"}]}`, `1:50 http://h.example/c`},
		{`{"cells":[{"cell_type":"code","source":"","outputs":[{"output_type":"display_data","data":{"text/html":["<a href=\"b.html\">","http://h.example/c</a>"],"text/plain":"http://h.example/d","image/png":"http://h.example/no"}}]}]}`,
			`1:116 b.html|1:128 http://h.example/c|1:167 http://h.example/d`},
		{`{"cells":[{"cell_type":"code","outputs":[{"output_type":"stream","text":["see http://h.example/","a\n"]},{"data":{"text/markdown":["[a](b.md)"]}}]}]}`,
			`1:79 http://h.example/a|1:137 b.md`},
		{`{"cells":[{"cell_type":"code","outputs":[{"ename":"E","traceback":["http://h.example/a","b"]}]}]}`, `1:69 http://h.example/a`},
		{`{"cells":[{"cell_type":"markdown","attachments":{"d.png":{"image/png":"http://h.example/no"}},"source":["a"],"metadata":{"u":"http://h.example/a"}}]}`,
			`1:127 http://h.example/a`},
		{`{"metadata":{"u":"http:\/\/h.example\/a"},"cells":[],"x":[{"cell_type":"markdown","source":"[a](b.md)"}]}`, `1:19 http://h.example/a`},
		{`{"cells":[{"cell_type":"markdown","source":["[a](b.md)"`, `1:50 b.md`},
		{`{"cells":[{"cell_type":"markdown","source":["a"]}]}}}]]} http://h.example/a`, `1:58 http://h.example/a`},
		{`{"worksheets":[{"cells":[{"cell_type":"code","input":["http://h.example/a"]}]}]}`, `1:56 http://h.example/a`},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.doc), iotest.OneByteReader(strings.NewReader(test.doc))} {
			if got := strings.Join(find(t, r, test.doc), "|"); got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.doc, got, test.want)
			}
		}
	}
}

// A cell that is too long is an error, and is read to its end.
func TestLongCell(t *testing.T) {
	doc := `{"cells":[{"cell_type":"code","source":["` + strings.Repeat("0123456789abcde ", 17<<16) + `http://h.example/a"]}]}`
	got := find(t, small{strings.NewReader(doc)}, doc)
	if len(got) != 2 || !strings.Contains(got[0], extract.ErrTooLong.Error()) || !strings.HasSuffix(got[1], " http://h.example/a") {
		t.Errorf("got %q", got)
	}
}

// small returns few bytes at a time.
type small struct{ r io.Reader }

// Read implements io.Reader.
func (s small) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 32<<10)]) }

func FuzzDecode(f *testing.F) {
	f.Add(`{"cells":[{"cell_type":"markdown","source":["[a](b\\)"]},{"outputs":[{"data":{"text/html":["<a href='b'>\u0041"]}}]}]}`)
	f.Fuzz(func(t *testing.T, doc string) {
		whole, pieces := find(t, strings.NewReader(doc), doc), find(t, iotest.OneByteReader(strings.NewReader(doc)), doc)
		if strings.Join(whole, "\n") != strings.Join(pieces, "\n") {
			t.Errorf("%q: whole %q, in pieces %q", doc, whole, pieces)
		}
	})
}
