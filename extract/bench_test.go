package extract_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// prose is mixed text: mail, a log, a list of links, words; about 1 MiB.
func prose() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "2026-11-21T12:30:%02d.%03dZ host%d app[%d]: GET /a/b/%d 200 took: 12 ms; see: the log\n", i%60, i%1000, i%7, i, i)
		if i%4 == 0 {
			fmt.Fprintf(&b, "Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/%d/doc;\n  type=d> but you can (see http://example.org/a/%d?x=y#z).\n", i, i)
		}
		b.WriteString("Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.\n")
	}
	return b.Bytes()
}

// The speed on one core. SPEC E1, E3.
func BenchmarkText(b *testing.B) {
	for _, c := range []struct {
		name string
		o    extract.Options
	}{{"default", extract.Options{}}, {"loose", extract.Options{Hosts: true, Addresses: true}}, {"everything", everything}} {
		b.Run(c.name, func(b *testing.B) {
			text := prose()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for range extract.Text(bytes.NewReader(text), c.o) {
					n++
				}
				if n == 0 {
					b.Fatal("nothing found")
				}
			}
		})
	}
	b.Run("words", func(b *testing.B) {
		text := []byte(strings.Repeat("Lorem ipsum dolor sit amet: consectetur adipiscing elit.\n", 1<<14))
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for range extract.Text(bytes.NewReader(text), extract.Options{}) {
			}
		}
	})
}
