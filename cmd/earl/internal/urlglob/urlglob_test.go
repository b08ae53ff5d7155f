package urlglob

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// The patterns of curl's manual, and texts that are not patterns.
func TestAll(t *testing.T) {
	for pattern, want := range map[string]string{
		"http://h/":                      "http://h/",
		"http://{one,two,three}.h/":      "http://one.h/ http://two.h/ http://three.h/",
		"ftp://h/file[1-3].txt":          "ftp://h/file1.txt ftp://h/file2.txt ftp://h/file3.txt",
		"ftp://h/file[08-11].txt":        "ftp://h/file08.txt ftp://h/file09.txt ftp://h/file10.txt ftp://h/file11.txt",
		"ftp://h/[a-c]":                  "ftp://h/a ftp://h/b ftp://h/c",
		"ftp://h/[A-C:2]":                "ftp://h/A ftp://h/C",
		"http://h/[01-20:9]":             "http://h/01 http://h/10 http://h/19",
		"http://h/{a,b}[1-2]":            "http://h/a1 http://h/a2 http://h/b1 http://h/b2",
		"http://h/{a,}x":                 "http://h/ax http://h/x",
		`http://h/\{a,b\}\[1-2\]`:        "http://h/{a,b}[1-2]",
		`http://h/{a\,b,c}`:              "http://h/a,b http://h/c",
		"http://[::1]:80/{x}":            "http://[::1]:80/x",
		"http://[fe80::1%25eth0]/[1-1]":  "http://[fe80::1%25eth0]/1",
		"http://h/a#b":                   "http://h/a#b",
		"http://h/?a[]=1&b[key]=[x-ray]": "http://h/?a[]=1&b[key]=[x-ray]",
		"http://h/?a[0]=[1-2]":           "http://h/?a[0]=1 http://h/?a[0]=2",
	} {
		p, err := Parse(pattern)
		if err != nil {
			t.Errorf("Parse(%q): %v", pattern, err)
			continue
		}
		var got []string
		for e := range p.All() {
			got = append(got, e.Text)
		}
		if text := strings.Join(got, " "); text != want || len(got) != p.Len() {
			t.Errorf("%q means %q (%d), want %q", pattern, text, p.Len(), want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for pattern, at := range map[string]int{
		"http://h/{a,b":                10,
		"http://h/a]":                  11,
		"http://é/[x":                  10,
		"http://h/[9-1]":               10,
		"http://h/[a-Z]":               10,
		"http://h/[1-5:0]":             10,
		"http://h/[1-5:9]":             10,
		"http://h/[a-10]":              10,
		"http://h/{}":                  10,
		"http://h/{a,{b}}":             10,
		"http://h/[0-999999999]":       10,
		"http://h/[0-999][0-999]{a,b}": 24,
		"http://[h/":                   8,
	} {
		_, err := Parse(pattern)
		var mistake *Error
		if !errors.As(err, &mistake) || mistake.At != at {
			t.Errorf("Parse(%q) = %v, want an error at character %d", pattern, err, at)
		}
	}
}

func TestName(t *testing.T) {
	values := []string{"a", "07"}
	for name, want := range map[string]string{
		"x": "x", "#1-#2.txt": "a-07.txt", "#3": "#3", "#": "#", "##1": "#a", "#10": "#10", "#0": "#0",
	} {
		if got := Name(name, values); got != want {
			t.Errorf("Name(%q) = %q, want %q", name, got, want)
		}
	}
	p, _ := Parse("h/{a,b}[1-2]")
	var last Expansion
	for e := range p.All() {
		last = e
	}
	if !slices.Equal(last.Values, []string{"b", "2"}) {
		t.Errorf("values %q", last.Values)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("http://h/{a,b}[1-9:2]\\{")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		n := 0
		for range p.All() {
			if n++; n > 100 {
				return
			}
		}
		if n != p.Len() {
			t.Errorf("%q: %d expansions, Len %d", text, n, p.Len())
		}
	})
}
