package trurl

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
)

func TestParseAssignment(t *testing.T) {
	for _, c := range []struct {
		text string
		want assignment
	}{
		{"port=81", assignment{name: "port", value: "81"}},
		{"path:=a=b", assignment{name: "path", value: "a=b", written: true}},
		{"user?=", assignment{name: "user", ifAbsent: true}},
		{"user?:=x", assignment{name: "user", value: "x", written: true, ifAbsent: true}},
		{"user:?=x", assignment{name: "user", value: "x", written: true, ifAbsent: true}},
	} {
		if got, err := parseAssignment("--set", c.text, settable); got != c.want || err != nil {
			t.Errorf("parseAssignment(%q) = %+v, %v, want %+v", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "=", "port", "Port=1", "user??=x", "user::=x"} {
		if _, err := parseAssignment("--set", text, settable); err == nil {
			t.Errorf("parseAssignment(%q) has no error", text)
		}
	}
}

// FuzzTemplate: any format is refused or prints one line, unless it contains line ends.
func FuzzTemplate(f *testing.F) {
	for _, text := range []string{"{host}", "[path]{", `\{{{`, "{:must:query:a}", "é[[{x}", `\`} {
		f.Add(text)
	}
	u := earl.RFC3986.MustParse("http://u%0A:p%0a@h:81/%0D%00%41?a=%0A&b#f")
	f.Fuzz(func(t *testing.T, text string) {
		tmpl, err := compileTemplate(text, segment{decode: true, sep: '&'})
		if err != nil {
			return
		}
		b, err := tmpl.append(nil, u)
		if strings.ContainsAny(text, "\n\r") || strings.Contains(text, `\n`) || strings.Contains(text, `\r`) {
			return
		}
		if n := strings.Count(string(b), "\n"); err == nil && n != 1 {
			t.Errorf("-g %q prints %d lines: %q", text, n, b)
		}
	})
}

// FuzzSet: an edit makes a URL of its edition, and decoding returns the data that was set (A4).
func FuzzSet(f *testing.F) {
	f.Add("a b?c#d/%41\\\t\xff")
	f.Fuzz(func(t *testing.T, data string) {
		for e := range editions.All() {
			repairs := e.Valid(`http:\\h`)
			for _, name := range []string{"user", "password", "host", "path", "query", "fragment"} {
				u := e.MustParse("ftp://u@h/")
				v, err := assignment{name: name, value: data}.apply(u, repairs)
				if err != nil {
					continue
				}
				if !e.Valid(v.String()) {
					t.Errorf("%s: --set %s=%q makes %q", e.Name(), name, data, v)
				}
				text, _ := componentNamed(name).value(v, &segment{})
				got := string(earl.Unescape(text))
				if name == "path" {
					got = strings.TrimPrefix(got, "/")
				}
				// whatwg maps hosts, removes dot segments, and writes UTF-8.
				if want := strings.TrimPrefix(data, "/"); !repairs && got != want && !(name != "path" && got == data) {
					t.Errorf("%s: --set %s=%q is read as %q from %q", e.Name(), name, data, got, v)
				}
			}
		}
	})
}

// The exact lines for one URL. Source: https://curl.se/trurl/manual.html.
func TestEditor(t *testing.T) {
	const url = "http://u@h:80/a?x=1&y=2"
	for _, tt := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{url}},
		{Options{Display: Display{DefaultPort: true}, Get: "{host}|{port}|{params}"}, []string{"h|80|"}},
		{Options{Set: []string{"port=", "user="}}, []string{"http://h/a?x=1&y=2"}},
		{Options{Set: []string{"port?=81", "fragment?=f"}}, []string{url + "#f"}},
		{Options{Iterate: []string{"host=a b", "port=1 2"}, Get: "{host}:{port}"}, []string{"a:1", "a:2", "b:1", "b:2"}},
		{Options{Append: []string{"path=b/c", "query=z=/&"}}, []string{"http://u@h:80/a/b%2Fc?x=1&y=2&z=%2F%26"}},
		{Options{QTrim: []string{"x*"}, Replace: []string{"y=3", "n=4"}, ReplaceAppend: []string{"m=5"}}, []string{"http://u@h:80/a?y=3&m=5"}},
		{Options{Append: []string{"query:=b=", "query:=a=%3B"}, Separator: ';', SortQuery: true}, []string{"http://u@h:80/a?a=%3B;b=;x=1&y=2"}},
		{Options{Redirect: new("../q")}, []string{"http://u@h:80/q"}},
		{Options{Redirect: new("")}, []string{url}},
		{Options{Redirect: new(""), Set: []string{"fragment=f"}}, []string{url + "#f"}},
	} {
		d, err := New(earl.RFC3986, tt.o)
		if err != nil {
			t.Errorf("New(%+v): %v", tt.o, err)
			continue
		}
		var got []string
		for u, err := range d.Apply(earl.RFC3986.MustParse(url)) {
			line, err2 := d.AppendLine(nil, u)
			if err != nil || err2 != nil {
				t.Errorf("%+v: %v, %v", tt.o, err, err2)
			}
			got = append(got, strings.TrimSuffix(string(line), "\n"))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v prints %q, want %q", tt.o, got, tt.want)
		}
	}
}

// A caller that leaves the loop gets no more URLs.
func TestApplyStops(t *testing.T) {
	d, err := New(earl.RFC3986, Options{Iterate: []string{"host=a b c", "port=1 2 3"}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range d.Apply(earl.RFC3986.MustParse("http://h/")) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("the loop ran %d times, want 2", n)
	}
}

// An edit that the edition does not allow says which edit, with the parser's error.
func TestEditErrors(t *testing.T) {
	for edit, o := range map[string]Options{
		"--redirect":     {Redirect: new("http://[")},
		"--set scheme":   {Set: []string{"scheme=_"}},
		"--set params":   {Set: []string{"params=p"}},
		"--iterate host": {Iterate: []string{"host=[x"}},
	} {
		d, err := New(earl.RFC1738, o)
		if err != nil {
			t.Errorf("New(%+v): %v", o, err)
			continue
		}
		for u, err := range d.Apply(earl.RFC1738.MustParse("http://h/a")) {
			var failed *EditError
			var invalid *earl.ParseError
			if !errors.As(err, &failed) || failed.Edit != edit || !errors.As(err, &invalid) {
				t.Errorf("%s: %v, %v", edit, u, err)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, o := range []Options{
		{Set: []string{"port"}}, {Set: []string{"port=x"}}, {Set: []string{"host=h:1"}}, {Set: []string{"nosuch=1"}},
		{Iterate: []string{"url=a"}}, {Iterate: []string{"port=1", "port=2"}}, {Iterate: []string{"port=1 x"}}, {Append: []string{"host=h"}},
		{Trim: []string{"path=p"}}, {Get: "{"}, {Get: "{x:host}"}, {Display: Display{IDN: true, Punycode: true}},
	} {
		if _, err := New(earl.RFC3986, o); err == nil {
			t.Errorf("New(%+v) has no error", o)
		}
	}
	if _, err := New(earl.RFC3986, Options{Set: []string{"geheim"}}); err == nil || strings.Contains(err.Error(), "geheim") {
		t.Errorf("F3: %v", err)
	}
	for _, text := range []string{"", "&&", " ", "=", "%", "\x7f", "é"} {
		if _, err := ParseSeparator(text); err == nil {
			t.Errorf("ParseSeparator(%q) has no error", text)
		}
	}
}

func TestStartURL(t *testing.T) {
	for want, set := range map[string][]string{
		"ftp://h":   {"host=h", "scheme=ftp"},
		"http://x/": {"url=http://x/", "host=h", "scheme=ftp"},
		"":          {"host=h"},
	} {
		d, err := New(earl.RFC3986, Options{Set: set})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.StartURL(); got != want {
			t.Errorf("StartURL() = %q for %q, want %q", got, set, want)
		}
	}
}
