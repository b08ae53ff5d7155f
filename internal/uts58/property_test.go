package uts58

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// slow is what the source of the tables contains for a code point.
type slow struct {
	term    Term
	email   bool
	opening rune
}

// slowTable reads the source of the tables.
func slowTable(t *testing.T) map[rune]slow {
	text, err := os.ReadFile("testdata/unicode.txt")
	if err != nil {
		t.Fatal(err)
	}
	hex := func(s string) rune {
		n, err := strconv.ParseInt(s, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return rune(n)
	}
	table := map[rune]slow{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "; ")
		if strings.HasPrefix(line, "#") {
			continue
		}
		first, last, ok := strings.Cut(fields[0], "..")
		if !ok {
			last = first
		}
		for r := hex(first); r <= hex(last); r++ {
			p := table[r]
			switch fields[1] {
			case "=":
				p.opening = hex(fields[2])
			case "Email":
				p.email = true
			default:
				p.term = map[string]Term{"Include": Include, "Soft": Soft, "Close": Close, "Open": Open}[fields[1]]
			}
			table[r] = p
		}
	}
	return table
}

// The tables have the data of their source, for each code point.
func TestTablesAgreeWithTheirSource(t *testing.T) {
	table := slowTable(t)
	if len(table) < 150_000 {
		t.Fatalf("%d code points in the source", len(table))
	}
	for r := range rune(utf8.MaxRune + 1) {
		want := table[r]
		if got := (slow{TermOf(r), IsEmail(r), Opening(r)}); got != want {
			t.Fatalf("%U: %+v, want %+v", r, got, want)
		}
	}
}

// Every closing bracket closes an opening one.
func TestBracketsArePairs(t *testing.T) {
	for _, b := range brackets {
		if TermOf(b.closing) != Close || TermOf(b.opening) != Open {
			t.Errorf("%U and %U are not a pair", b.opening, b.closing)
		}
	}
}
