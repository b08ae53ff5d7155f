package xml

import (
	"strings"
	"testing"
)

func BenchmarkURLs(b *testing.B) {
	for _, c := range []struct{ name, start, row, end string }{
		{"feed", `<rss version="2.0"><channel>`, `<item><title>An item: what there is to say</title><link>https://e.example/items/1?a=1&amp;b=2</link><guid isPermaLink="false">https://e.example/?p=1</guid>` +
			"<description>&lt;p&gt;Some words, with &lt;a href=\"https://e.example/x\"&gt;a link&lt;/a&gt; and more text that goes on for a while.&lt;/p&gt;</description></item>\n", "</channel></rss>"},
		{"sitemap", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, "<url><loc>https://e.example/items/1?a=1&amp;b=2</loc><lastmod>2021-09-06</lastmod></url>\n", "</urlset>"},
		{"unknown", "<data>", `<record id="1" class="x y"><name>Some name</name><value unit="m">12345.67</value><note>see http://h.example/n for more of it, and all that</note></record>` + "\n", "</data>"},
	} {
		text := c.start + strings.Repeat(c.row, (4<<20)/len(c.row)) + c.end
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range URLs(strings.NewReader(text), Options{}) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				b.ReportMetric(float64(n), "URLs")
			}
		})
	}
}
