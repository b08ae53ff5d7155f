package guard

import "testing"

// What a service pays for each URL: plain ones, and one that all readers read.
func BenchmarkCheck(b *testing.B) {
	for _, row := range []struct{ name, url string }{
		{"plain", "https://www.example.com/a/b/c.html?x=1&y=2"},
		{"readers", "https://1.example.com/a/b/c.html?x=1&y=2#top"},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				if err := Check(row.url); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
