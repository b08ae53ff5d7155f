package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
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
			t.Errorf("parseAssignment(%q) fails not", text)
		}
	}
}

// FuzzTemplate: any format is refused or prints one line, unless it asks for more.
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

// FuzzSet: what an edit makes is a URL of its edition, and data that is set comes
// back when it is decoded (A4).
func FuzzSet(f *testing.F) {
	f.Add("a b?c#d/%41\\\t\xff")
	f.Fuzz(func(t *testing.T, data string) {
		for _, e := range allEditions() {
			for _, name := range []string{"user", "password", "host", "path", "query", "fragment"} {
				u := e.MustParse("ftp://u@h/")
				v, err := assignment{name: name, value: data}.apply(u, repairs(e))
				if err != nil {
					continue
				}
				if !e.Valid(v.String()) {
					t.Errorf("%s: --set %s=%q makes %q", e.Name(), name, data, v)
				}
				all := components(v)
				i := slices.IndexFunc(all[:], func(c component) bool { return c.name == name })
				got := string(earl.Unescape(all[i].value))
				if name == "path" {
					got = strings.TrimPrefix(got, "/")
				}
				// whatwg maps hosts, takes dot segments out of paths, and writes UTF-8.
				if want := strings.TrimPrefix(data, "/"); !repairs(e) && got != want && !(name != "path" && got == data) {
					t.Errorf("%s: --set %s=%q is read as %q from %q", e.Name(), name, data, got, v)
				}
			}
		}
	})
}
