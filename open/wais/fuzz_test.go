package wais

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/views"
)

// recorded returns the bodies of all responses in testdata.
func recorded(t testing.TB) (all [][]byte) {
	t.Helper()
	for _, s := range opentest.Transcripts(t) {
		for _, wire := range s.Wires {
			for _, step := range wire {
				if step.Op == opentest.ServerSends && len(step.Text) > headerSize {
					all = append(all, []byte(step.Text[headerSize:]))
				}
			}
		}
	}
	return all
}

// FuzzAnswer parses any response. The result is a protocol error, or as many
// hits as were counted, whose parts are slices of the response. Each entry has
// a URL that parses as itself.
func FuzzAnswer(f *testing.F) {
	for _, b := range recorded(f) {
		f.Add(b)
	}
	view, _ := views.ParseWAIS(earl.RFC1738.MustParse("wais://wais.example/b?x"))
	request := &open.Call{Request: open.Request{URL: earl.RFC1738.MustParse("wais://wais.example/b?x"), Policy: open.Policy{}.Effective()}}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, _, err := parseInit(body); err != nil && !errors.Is(err, open.ErrProtocol) {
			t.Errorf("parseInit: %v", err)
		}
		a, err := parseAnswer(body)
		if err != nil {
			if !errors.Is(err, open.ErrProtocol) {
				t.Errorf("parseAnswer: %v", err)
			}
			return
		}
		if a.text != nil && (!bytes.Contains(body, a.text.text) || !bytes.Contains(body, a.text.id)) {
			t.Errorf("a text that is no part of the answer: %q", a.text.text)
		}
		n := 0
		for h, err := range a.all() {
			if err != nil {
				n = a.hits // the rest is not read
				break
			}
			if n++; !bytes.Contains(body, []byte(h.id)) {
				t.Errorf("a document-id that is no part of the answer: %q", h.id)
			}
		}
		if n != a.hits {
			t.Errorf("%d hits, %d counted", n, a.hits)
		}
		l := &lister{s: newSession(t.Context(), request, view, Options{}), a: a}
		for e, err := range l.entries {
			if err != nil {
				break
			}
			if e.URL.IsZero() {
				continue
			}
			again, err := e.URL.Edition().Parse(e.URL.String())
			if err != nil || again != e.URL {
				t.Errorf("Parse(%q) = %q, %v", e.URL, again, err)
			}
			if _, ok := e.URL.Password(); ok || e.URL.Scheme() == "file" {
				t.Errorf("an entry with the URL %s", e.URL.Redacted())
			}
		}
	})
}

// FuzzDescription reads any description to its end.
func FuzzDescription(f *testing.F) {
	f.Add([]byte(`(:source :description "a \"b\" c" ) "`))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := 0
		for _, field := range parseSource(text) {
			n += len(field.name) + len(field.value)
		}
		if n > 3*len(text) {
			t.Errorf("parseSource(%q) = %q", text, parseSource(text))
		}
	})
}

// Whatever length a message claims, memory is allocated only for bytes that
// have arrived.
func TestMessageIsTakenAsItArrives(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() {
		io.WriteString(theirs, "0001048576z2wais        0abc")
		theirs.Close()
	}()
	r := reader{idle: time.Minute, limit: defaultMessageSize}
	conn := wire.New(context.Background(), ours, time.Minute)
	defer conn.Close()
	if _, begun, err := r.read(conn); !errors.Is(err, open.ErrCut) || !begun || r.body.Cap() > 4096 {
		t.Errorf("read: begun %v, %v; room for %d bytes was taken", begun, err, r.body.Cap())
	}
}

// Compressed integers, by the examples of the specification.
func TestCompressed(t *testing.T) {
	for _, row := range []struct {
		octets string
		want   uint32
		rest   string
	}{
		{"\x05", 5, ""}, {"\x7f", 127, ""}, {"\x81\x00", 128, ""}, {"\x81\x16x", 150, "x"}, {"\x88\x2c", 1068, ""}, {"\x86\x86\x56", 99158, ""},
		{"\x80\x80\x05", 5, ""}, {"\x80\x80\x80\x80\x05", 5, ""}, {"\x8f\xff\xff\xff\x7f", 1<<32 - 1, ""},
	} {
		e := elements(row.octets)
		if n, err := e.compressed("tag"); n != row.want || err != nil || string(e) != row.rest {
			t.Errorf("compressed(%x) = %d, %v, %q left, want %d", row.octets, n, err, e, row.want)
		}
	}
}

// Numbers of every length; one of four bytes may be negative.
func TestNumber(t *testing.T) {
	for octets, want := range map[string]int64{
		"": 0, "\x00": 0, "\xff": 255, "\x01\x0e": 270, "\x02\x2f\x45": 143173, "\xff\xff\xff\xff": -1, "\x7f\xff\xff\xff": 1<<31 - 1, "\x00\xff\xff\xff\xff": 1<<32 - 1,
	} {
		if n, err := elements(octets).number(); n != want || err != nil {
			t.Errorf("number(%x) = %d, %v, want %d", octets, n, err, want)
		}
	}
}

// Every existing code has a meaning, and some of them are about access.
func TestDiagnosticCodes(t *testing.T) {
	for _, row := range []struct {
		e    Error
		want string
		is   error
	}{
		{Error{"S1", "no \x1b such"}, `diagnostic S1: "no \x1b such"`, open.ErrNotFound},
		{Error{"S2", ""}, "diagnostic S2: temporary system error", open.ErrNotFound},
		{Error{"T2", ""}, "diagnostic T2: access control failure", open.ErrLogin},
		{Error{"T3", "x"}, `diagnostic T3: "x"`, open.ErrLogin},
		{Error{"T4", "x"}, `diagnostic T4: "x"`, open.ErrLogin},
		{Error{"\x1b[", ""}, "diagnostic %1B[", open.ErrNotFound},
	} {
		if got := row.e.Error(); got != row.want || !errors.Is(&row.e, row.is) {
			t.Errorf("%q, want %q, which is %v", got, row.want, row.is)
		}
	}
}

// Texts that are dates, and texts that are not.
func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"19930704": "1993-07-04", "930704": "1993-07-04", "0": "0001-01-01", "": "0001-01-01", "19931399": "0001-01-01", "9307": "0001-01-01", "199307041": "0001-01-01",
	} {
		if got := parseDate(text).Format(time.DateOnly); got != want {
			t.Errorf("parseDate(%q) = %s, want %s", text, got, want)
		}
	}
}
