package data_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/data"
	"github.com/earl-url/earl/open/opentest"
)

// anything are the control bytes. An object may contain them all.
const anything = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"

func TestSuite(t *testing.T) {
	opentest.Run(t, data.Opener{}, opentest.Fixture{
		Local:   "data:text/plain,a%20long%20text%20of%20some%20words",
		Hostile: []opentest.Hostile{{URL: "data:text/plain,a{}b", Pass: anything}},
	})
}

// get opens a URL and reads everything.
func get(ctx context.Context, o data.Opener, r *open.Request) (text string, m open.Meta, err error) {
	client := open.New(open.Options{}, o)
	defer client.Close()
	res, err := client.Do(ctx, r)
	if err != nil {
		return "", m, err
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), doc.Meta, err
}

// G8: the content, its size and its type. Source: rfc2397 2, 4.
func TestOpen(t *testing.T) {
	for _, row := range []struct {
		url       string
		from, end int64
		text, typ string
	}{
		{url: "data:,A%20brief%20note", text: "A brief note", typ: "text/plain;charset=US-ASCII"},
		{url: "data:,", text: "", typ: "text/plain;charset=US-ASCII"},
		{url: "data:;charset=utf-8,%C3%A9?a=b", text: "é?a=b", typ: "text/plain;charset=utf-8"},
		{url: "data:IMAGE/svg+xml;base64,PHN2Zy8%2B", text: "<svg/>", typ: "image/svg+xml"},
		{url: "data:text/html,a#b", text: "a", typ: "text/html"},
		{url: "data:,%00%0D%0A", text: "\x00\r\n", typ: "text/plain;charset=US-ASCII"},
		{url: "data:,0123456789", from: 3, text: "3456789", typ: "text/plain;charset=US-ASCII"},
		{url: "data:,0123456789", from: 3, end: 5, text: "34", typ: "text/plain;charset=US-ASCII"},
	} {
		text, m, err := get(t.Context(), data.Opener{}, &open.Request{URL: earl.RFC3986.MustParse(row.url), Offset: row.from, End: row.end})
		if err != nil || text != row.text || m.Type != row.typ || m.Kind != open.KindDocument {
			t.Errorf("%s: %q, %q, %v, want %q, %q", row.url, text, m.Type, err, row.text, row.typ)
		}
		if row.from == 0 && m.Size != int64(len(row.text)) {
			t.Errorf("%s: size %d, want %d", row.url, m.Size, len(row.text))
		}
	}
}

// G8: browsers forgive what rfc2397 does not, so the edition decides.
func TestOpenByEdition(t *testing.T) {
	const url = "data:text/plain;base64,SGVs%20bG8" // white space and no padding
	for e := range editions.All() {
		u, err := e.Parse(url)
		if err != nil {
			t.Fatal(e.Name(), err)
		}
		text, _, err := get(t.Context(), data.Opener{}, &open.Request{URL: u})
		var invalid *earl.ParseError
		if e == earl.WHATWG {
			if text != "Hello" || err != nil {
				t.Errorf("whatwg: %q, %v, want Hello", text, err)
			}
		} else if !errors.As(err, &invalid) || invalid.Violation.Rule.Name() != "data-base64" || open.ClassOf(err) != open.ClassInvalid {
			t.Errorf("%s: %q, %v, want data-base64", e.Name(), text, err)
		}
	}
}

// F1: the limit counts the bytes as they are written, and refuses before it decodes.
func TestLimit(t *testing.T) {
	for _, row := range []struct {
		limit int64
		n     int
		ok    bool
	}{
		{0, data.DefaultWritten, true}, {0, data.DefaultWritten + 1, false},
		{100, 100, true}, {100, 101, false}, {-1, data.DefaultWritten + 1, true},
	} {
		// Invalid base64 shows that nothing was decoded.
		for _, head := range []string{",", ";base64,!"} {
			u := earl.RFC3986.MustParse("data:" + head + strings.Repeat("A", row.n-len(head)))
			o := data.Opener{Options: data.Options{Written: row.limit}}
			_, m, err := get(t.Context(), o, &open.Request{URL: u})
			_, planErr := o.Plan(&open.Call{Request: open.Request{URL: u}})
			_, probeErr := o.Probe(t.Context(), &open.Call{Request: open.Request{URL: u}})
			for _, err := range []error{err, planErr, probeErr} {
				var refusal *open.Refusal
				if refused := errors.As(err, &refusal); refused == row.ok {
					t.Errorf("%d bytes with the limit %d: %v", row.n, row.limit, err)
				} else if refused && (refusal.Name != open.GuardMaxSize || refusal.Setting != "data.Options.Written" || strings.Contains(err.Error(), "AAA")) {
					t.Errorf("%d bytes with the limit %d: %v", row.n, row.limit, err)
				}
			}
			if row.ok && head == "," && m.Size != int64(row.n-1) {
				t.Errorf("size %d, want %d", m.Size, row.n-1)
			}
		}
	}
}

// F1: Policy.MaxSize applies to the decoded object too.
func TestMaxSize(t *testing.T) {
	r := &open.Request{URL: earl.RFC3986.MustParse("data:,12345"), Policy: &open.Policy{MaxSize: 4}}
	var refusal *open.Refusal
	if _, _, err := get(t.Context(), data.Opener{}, r); !errors.As(err, &refusal) || refusal.Name != open.GuardMaxSize {
		t.Errorf("%v, want a refusal", err)
	}
}

// A reader whose context ends stops.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client := open.New(open.Options{}, data.Opener{})
	defer client.Close()
	res, err := client.Open(ctx, earl.RFC3986.MustParse("data:,a"))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(res.(*open.Document).Body); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if _, err := client.Open(ctx, earl.RFC3986.MustParse("data:,a")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}

// G11: the plan has no steps, and says what the URL contains.
func TestPlan(t *testing.T) {
	p, err := data.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("data:image/gif;base64,R0lG")}})
	if err != nil || p.Effect != open.EffectNothing || len(p.Steps) != 0 || p.Server != "" || p.Note != "The URL contains the object itself: image/gif, 3 bytes." {
		t.Errorf("Plan = %+v, %v", p, err)
	}
	p, _ = data.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("data:,x")}})
	if want := "The URL contains the object itself: text/plain;charset=US-ASCII, 1 byte."; p.Note != want {
		t.Errorf("the note is %q, want %q", p.Note, want)
	}
	var invalid *earl.ParseError
	if _, err := (data.Opener{}).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("data:none")}}); !errors.As(err, &invalid) {
		t.Errorf("Plan of data:none: %v, want a *ParseError", err)
	}
	if !slices.Equal(data.Opener{}.Schemes(), []string{"data"}) {
		t.Error("it opens other schemes")
	}
}

func ExampleOpener() {
	client := open.New(open.Options{}, data.Opener{})
	defer client.Close()
	resource, err := client.Open(context.Background(), earl.RFC3986.MustParse("data:;base64,SGVsbG8="))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc := resource.(*open.Document)
	defer doc.Body.Close()
	text, _ := io.ReadAll(doc.Body)
	fmt.Println(string(text), doc.Type, doc.Size)
	// Output: Hello text/plain;charset=US-ASCII 5
}
