package asciidoc_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/asciidoc"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
)

// Source: docs.asciidoctor.org, AsciiDoc: links, macros, attributes; asciidoctor/asciidoctor#1326;
// UmbrellaDocs/linkspector#90; lycheeverse/lychee#2179; bytesparadise/libasciidoc#416.
func TestDecode(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{"http://h.example/guide[Guide], http://h.example/g?v=1,2[V2].", "1:1 http://h.example/guide link|1:32 http://h.example/g?v=1,2 link"},
		{"link:http://h.example/g#sec[Sec,window=_blank] and http://h.example/g#sec.", "1:6 http://h.example/g#sec link|1:52 http://h.example/g#sec"},
		{"«http://h.example/a[x]» 中http://h.example/b[x]", "1:3 http://h.example/a link|1:30 http://h.example/b link"},
		{"|http://h.example/a|http://h.example/b[x]", "1:2 http://h.example/a|1:21 http://h.example/b link"},
		{"link:++http://h.example/Swing_(Java)++[x] link:pass:[http://h.example/a__b][y]", "1:8 http://h.example/Swing_(Java) link|1:54 http://h.example/a__b link"},
		{"link:b.adoc[x] link:../c/[y] link:d.html[z] link:/e[z] Link: f[1]", "1:6 b.adoc link|1:21 ../c/ link"},
		{"xref:b.adoc#id[x] xref:b.adoc[y] xref:id[z] xref:#id[z] xref:c#id[]", "1:6 b.adoc#id link|1:24 b.adoc link|1:62 c.adoc#id link"},
		{"<<b.adoc#id,text>> <<id>> <<b#>> 1 << 2", "1:3 b.adoc#id link|1:29 b.adoc# link"},
		{"xref:module:b.adoc[x] xref:1.0@c::b.adoc[y] include::partial$b.adoc[]", ""},
		{"image::a.png[A,link=http://h.example/b] image:c.png[] image:http://h.example/d.png[]", "1:8 a.png link|1:21 http://h.example/b|1:47 c.png link|1:61 http://h.example/d.png link"},
		{":imagesdir: ./img/\n\nimage::a.png[]", "3:8 ./img/a.png link"},
		{"include::a.adoc[]\ninclude::b.rb[opts=optional]\nimage::a.png[]", "1:10 a.adoc link"},
		{":base: http://h.example/x\n:docs: {base}/docs\n{docs}/a[A], see {base}/b or {DOCS}.", "1:8 http://h.example/x|2:8 http://h.example/x/docs|3:1 http://h.example/x/docs/a link|3:18 http://h.example/x/b|3:30 http://h.example/x/docs"},
		{":v: 2.0\nhttp://h.example/{v}/a[A] link:{x}/a[] http://h.example/{x}/a[A]", "2:1 http://h.example/2.0/a link|2:32 {x}/a link placeholder|2:40 http://h.example/{x}/a link placeholder"},
		{"http://h.example/{x}/a", "1:1 http://h.example/{x}/a placeholder"},
		{":text: two words\nhttp://h.example/{text}", "2:1 http://h.example/{text} placeholder"},
		{`\http://h.example/a \https://h.example/b[x] \link:b.adoc[] http://h.example/c`, "1:60 http://h.example/c"},
		{"// link:a.adoc[] http://h.example/a[x]\n////\nlink:a.adoc[]\n////\nlink:b.adoc[]", "1:18 http://h.example/a|5:6 b.adoc link"},
		{"[source]\n----\nlink:a.adoc[]\ninclude::b.rb[]\n----\n```ruby\nlink:a[]\n```\nlink:b.adoc[]", "4:10 b.rb link|9:6 b.adoc link"},
		{"Text\n----\nlink:a.adoc[]\n\n.Text\n-----\nlink:b.adoc[]\n-----", "3:6 a.adoc link"},
		{"_http://h.example/a_, *http://h.example/b*. +http://h.example/c+ `http://h.example/d`", "1:2 http://h.example/a|1:24 http://h.example/b|1:46 http://h.example/c|1:67 http://h.example/d"},
		{"http://h.example/c++/d and C++ http://[::1]:80/a mailto:me@h.example[Me]", "1:1 http://h.example/c++/d|1:32 http://[::1]:80/a|1:50 mailto:me@h.example"},
		{"http://h.example/a[See http://h.example/b] (http://h.example/c[C])", "1:1 http://h.example/a link|1:24 http://h.example/b shown|1:45 http://h.example/c link"},
		{"write `<<b.adoc#>>` or `link:b.adoc[]` video::4e5f[youtube] link:``[]", ""},
		{"ssh://me@[::1]:22/a http://h.example/a_+b+c", "1:1 ssh://me@[::1]:22/a|1:21 http://h.example/a_+b+c"},
		{"<http://h.example/a> footnote:[See http://h.example/b.]", "1:2 http://h.example/a|1:36 http://h.example/b"},
	} {
		literaltest.Check(t, func() literal.Decoder { return &asciidoc.Decoder{} }, test.doc, test.want)
	}
	literaltest.Check(t, func() literal.Decoder { return &asciidoc.Decoder{Antora: true} }, "xref:b.adoc[x] http://h.example/a[y]", "1:16 http://h.example/a link")
}
