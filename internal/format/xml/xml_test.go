package xml

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// found returns the matches of a document: "link", "name", "text", "official" or the kind, and the
// URL. It checks that each match has its position.
func found(t *testing.T, doc string, o Options) (list []string) {
	t.Helper()
	for m, err := range URLs(iotest.OneByteReader(strings.NewReader(doc)), o) {
		if err != nil {
			list = append(list, "error: "+err.Error())
			continue
		}
		kind := m.Kind.String()
		switch {
		case m.Doubt != extract.Whole:
			kind = m.Doubt.String()
		case m.Kind == extract.Attribute:
			kind = "link"
		}
		list = append(list, kind+" "+m.URL)
		line := strings.LastIndexByte(doc[:m.Offset], '\n') + 1
		if !strings.HasPrefix(doc[m.Offset:], m.Text) || m.Line != int64(strings.Count(doc[:line], "\n"))+1 || m.Column != m.Offset-int64(line)+1 {
			t.Errorf("%s: %+v is not there", doc, m)
		}
	}
	return list
}

// What is a link, a name and text in each vocabulary. Namespaces are names, and left out.
func TestVocabularies(t *testing.T) {
	for _, c := range []struct{ src, doc, want string }{
		{"Namespaces in XML 3", `<a xmlns="http://h/n" xmlns:b="http://h/m"/>`, "name http://h/n|name http://h/m"},
		{"XLink 1.1", `<a xmlns:l="http://www.w3.org/1999/xlink" l:href="b" l:role="http://h/r"/>`, "name http://www.w3.org/1999/xlink|link b|name http://h/r"},
		{"XLink 1.1, undeclared", `<a xlink:href="b c"/>`, "link b c"},
		{"an attribute of the same name, of another namespace", `<a xmlns:l="urn:example:x" l:href="b" href="c"/>`, "name urn:example:x"},
		{"XML Schema 1 4.3.2", "<a xsi:schemaLocation='\n http://h/n b.xsd\thttp://h/m http://h/m.xsd' xsi:noNamespaceSchemaLocation='c.xsd'/>", "name http://h/n|link b.xsd|name http://h/m|link http://h/m.xsd|link c.xsd"},
		{"XML Schema 1 4.2.3", `<xs:schema targetNamespace="http://h/t"><xs:import namespace="http://h/n" schemaLocation="b.xsd"/></xs:schema>`, "name http://h/t|name http://h/n|link b.xsd"},
		{"XML 2.8", `<!DOCTYPE a PUBLIC "-//W3C//DTD" "http://h/a.dtd" [<!NOTATION n SYSTEM 'http://h/n'><!-- ' --><?p ]>?> %p; ]><a/>`, "name http://h/a.dtd|name http://h/n"},
		{"XML Stylesheet", `<?xml-stylesheet type="text/css" href="a.css"?><a/>`, "link a.css"},
		{"another instruction, a comment", `<?p http://h/p?><!-- <b c="http://h/c?a&amp;b"> -->`, "text http://h/p|text http://h/c?a&b"},
		{"not known", `<list><id>http://h/i</id><a href="http://h/h">&lt;http://h/w&gt;</a></list>`, "text http://h/i|text http://h/h|wrapped http://h/w"},
		{"XSLT 2.0, XInclude 1.1", `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="a.xsl"/><xi:include href="b"/></xsl:stylesheet>`, "name http://www.w3.org/1999/XSL/Transform|link a.xsl|link b"},
		{"RDF", `<rdf:RDF><foaf:Person rdf:about="http://h/me"><foaf:homepage rdf:resource="http://h/"/><rdf:type rdf:resource="http://h/t"/></foaf:Person></rdf:RDF>`, "name http://h/me|link http://h/|name http://h/t"},

		{"rfc4287", `<feed><id>http://h/1</id><icon>i.ico</icon><link rel="http://h/rel" href="a"/><link rel="canonical" href="c"/><category scheme="http://h/s"/><author><uri>http://h/me</uri></author></feed>`,
			"name http://h/1|link i.ico|name http://h/rel|link a|official c|name http://h/s|link http://h/me"},
		{"rfc4287, by its namespace", `<x:entry xmlns:x="http://www.w3.org/2005/Atom"><x:id>urn:example:1</x:id><x:content src="a"/></x:entry>`, "name http://www.w3.org/2005/Atom|name urn:example:1|link a"},
		{"rfc4287 4.1.3.3", `<feed><content type="html">&lt;a href="a?b&amp;amp;c"&gt;http://h/t&lt;/a&gt;&lt;img src=i&gt;</content><summary type="text">&lt;a href="b"&gt;</summary></feed>`, "link a?b&c|bare http://h/t|link i"},
		{"rfc4287 4.1.3.3, XHTML", `<feed><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="a">x</a><img srcset="b 1x, c 2x" style="background:url(d)"/><a href="#e"/></div></content></feed>`, "name http://www.w3.org/1999/xhtml|link a|link b|link c|link d"},
		{"RSS 2.0", `<rss><channel><link>a</link><item><guid isPermaLink="false">http://h/1</guid></item><item><guid>http://h/2</guid></item><item><guid isPermaLink="true">http://h/3</guid></item><item><guid>h-4</guid></item><enclosure url="e.mp3"/><category domain="http://h/d">x</category></channel></rss>`,
			"link a|name http://h/1|link http://h/2|link http://h/3|link e.mp3|name http://h/d"},
		{"RSS 2.0, HTML as text", `<rss><description>&lt;a href=&quot;http://h/?a=1&amp;amp;b=2&quot;&gt;x&lt;/a&gt;</description></rss>`, "link http://h/?a=1&b=2"},
		{"RSS 2.0, HTML in CDATA", "<rss><description><![CDATA[\n<a href=\"http://h/?a=1&amp;b=2\">x</a>]]> <![CDATA[<img src=b>]]></description></rss>", "link http://h/?a=1&b=2|link b"},
		{"RSS 2.0, text", `<rss><description>see http://h/?a=1&amp;b=2 &amp; more</description></rss>`, "bare http://h/?a=1&b=2"},
		{"RSS 1.0", `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item rdf:about="http://h/a"><link>http://h/b</link></item><image rdf:resource="http://h/i"/></rdf:RDF>`, "name http://purl.org/rss/1.0/|name http://h/a|link http://h/b|link http://h/i"},
		{"RSS content", `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><content:encoded><![CDATA[<p><a href="/x">y</a>]]></content:encoded></rss>`, "name http://purl.org/rss/1.0/modules/content/|link /x"},
		{"RSS media, iTunes", `<rss><media:content url="a.mp4"/><media:description type="html">&lt;a href="b"&gt;</media:description><itunes:image href="c.png"/></rss>`, "link a.mp4|link b|link c.png"},
		{"OPML 2.0", `<opml><outline xmlUrl="feed.xml" htmlUrl="http://h/" text="http://h/t"/></opml>`, "link feed.xml|link http://h/|text http://h/t"},

		{"sitemaps.org", `<urlset><url><loc> http://h/a?b&amp;c </loc><image:image><image:loc>http://h/i.png</image:loc></image:image><video:video><video:thumbnail_loc>http://h/t.png</video:thumbnail_loc><video:player_loc autoplay="a">http://h/p</video:player_loc></video:video><news:name>http://h/n</news:name></url></urlset>`,
			"link http://h/a?b&c|link http://h/i.png|link http://h/t.png|link http://h/p|bare http://h/n"},
		{"sitemaps, xhtml:link", `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><xhtml:link rel="alternate" hreflang="de" href="http://h/de"/></url></urlset>`, "name http://www.w3.org/1999/xhtml|link http://h/de"},
		{"DocBook 5", `<article xmlns="http://docbook.org/ns/docbook"><link xlink:href="a.html">x</link><imagedata fileref="i.png"/><para>http://h/p</para></article>`, "name http://docbook.org/ns/docbook|link a.html|link i.png|bare http://h/p"},
		{"DocBook 4", `<!DOCTYPE book [<!ENTITY site "http://h">]><book><ulink url="&site;/a">x</ulink><xref linkend="http://h/x"/></book>`, "link http://h/a|text http://h/x"},
		{"Maven", `<project xmlns="http://maven.apache.org/POM/4.0.0"><url>http://h/p</url><scm><connection>scm:git:https://h/r.git</connection><url>${a}/b</url></scm><parent><relativePath>../p</relativePath></parent></project>`,
			"name http://maven.apache.org/POM/4.0.0|link http://h/p|link https://h/r.git"},
		{"DITA", `<topic id="a"><xref href="http://h/a" format="html"/><xref href="b.dita#c"/></topic>`, "link http://h/a|link b.dita#c"},
		{"KML, GPX", `<kml><Icon><href>i.png</href></Icon><description>&lt;a href=a&gt;</description></kml>`, "link i.png|link a"},
		{"WSDL 1.1", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://h/t"><soap:binding transport="http://h/http"/><soap:address location="http://h/s"/></definitions>`, "name http://schemas.xmlsoap.org/wsdl/|name http://h/t|name http://h/http|link http://h/s"},
		{"SVG in another document", `<a><svg xmlns="http://www.w3.org/2000/svg"><image href="i.png"/><path fill="url(#g)" style="fill:url(p.svg#g)"/></svg></a>`, "name http://www.w3.org/2000/svg|link i.png|link p.svg#g"},
		{"OpenSearch", `<OpenSearchDescription><Url template="http://h/?q={searchTerms}"/><Image>i.ico</Image></OpenSearchDescription>`, "placeholder http://h/?q={searchTerms}|link i.ico"},
		{"properties of Office", `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><HyperlinkBase>http://h/b/</HyperlinkBase></Properties>`,
			"name http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"},
		{"flat OpenDocument", `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><text:a xlink:href="a">x</text:a><draw:image xlink:href="Pictures/1.png"/></office:document>`,
			"name urn:oasis:names:tc:opendocument:xmlns:office:1.0|name urn:oasis:names:tc:opendocument:xmlns:text:1.0|link a|link Pictures/1.png"},
		{"a root with another namespace", `<project xmlns="http://h/fake"><url>http://h/p</url></project>`, "name http://h/fake|link http://h/p"},
	} {
		if got := strings.Join(found(t, c.doc, Options{}), "|"); got != c.want {
			t.Errorf("%s: %s:\n%s, want\n%s", c.src, c.doc, got, c.want)
		}
	}
}

// What is not well-formed is text, and hides nothing.
func TestNotWellFormed(t *testing.T) {
	for _, c := range []struct{ name, doc, want string }{
		{"a sign", `<a>1 < 2 http://h/a && http://h/?a&b=c</a>`, "text http://h/a|text http://h/?a&b=c"},
		{"a quote that is not closed", "<rss><link a=\"b>http://h/a</link><link>c</link></rss>", "bare http://h/a|link c"},
		{"end tags", `</a></b><rss></c><link>a</link></rss></rss>http://h/`, "link a|text http://h/"},
		{"no end tag", `<rss><p><link>a</link></rss><link>b</link>`, "link a"},
		{"cut in a tag", `<rss><link>a</link><b c="http://h/`, "link a|error: " + ErrCut.Error()},
		{"cut in a link", `<rss><link>http://h/`, "link http://h/"},
		{"an element in a link", `<rss><link>a<b>http://h/</b></link></rss>`, "link a|bare http://h/"},
		{"a comment in a link", `<rss><link>http://h/<!-- http://h/no -->a</link></rss>`, "link http://h/a"},
		{"an attribute without a value", `<a b c="http://h/">http://h/t</a>`, "text http://h/t"},
		{"a long tag", "<rss><link>a</link><b c='" + strings.Repeat("x ", 40<<10) + "' d='http://h/'/></rss>", "link a|error: " + ErrTag.Error() + "|bare http://h/"},
		{"a wrapped URL", "see <http://h/a> and <URL:http://h/b>", "wrapped http://h/a|wrapped http://h/b"},
		{"another charset", "<?xml version='1.0' encoding='iso-8859-1'?><rss><link>http://h/\xe9</link></rss>", "character http://h/\xe9"},
		{"nothing", "", ""},
		{"no XML", "http://h/ <", "text http://h/"},
	} {
		if got := strings.Join(found(t, c.doc, Options{}), "|"); got != c.want {
			t.Errorf("%s: %.100s:\n%s, want\n%s", c.name, c.doc, got, c.want)
		}
	}
}

// XML 4.4: entities that the document declares are expanded, within limits.
func TestEntities(t *testing.T) {
	for _, c := range []struct{ name, declared, use, want string }{
		{"in a link", `<!ENTITY h "http://h/">`, "&h;a", "link http://h/a"},
		{"in one another", `<!ENTITY b "&a;b/"><!ENTITY a "http://h&#47;">`, "&b;c", "link http://h/b/c"},
		{"the first counts", `<!ENTITY h "http://h/"><!ENTITY h "http://i/">`, "&h;", "link http://h/"},
		{"not known", "", "http://h/&x;a", "reference http://h/&x;a"},
		{"outside", `<!ENTITY x SYSTEM "x.ent">`, "http://h/&x;", "reference http://h/&x;"},
		{"in itself", `<!ENTITY x "a&x;">`, "http://h/&x;", "reference http://h/&x;"},
		{"of a parameter", `<!ENTITY % x "a">`, "http://h/&x;", "reference http://h/&x;"},
		{"too deep", func() string {
			all := `<!ENTITY e0 "x">`
			for i := range 9 {
				all += fmt.Sprintf(`<!ENTITY e%d "&e%d;">`, i+1, i)
			}
			return all
		}(), "http://h/&e9;", "reference http://h/&e9;"},
		{"too long", func() string {
			all := `<!ENTITY e0 "xxxxxxxxxx">`
			for i := range 5 {
				all += fmt.Sprintf(`<!ENTITY e%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&e%d;", i), 10))
			}
			return all
		}(), "http://h/&e5;", "reference http://h/&e5;"},
	} {
		if got := strings.Join(found(t, "<!DOCTYPE rss ["+c.declared+"]><rss><link>"+c.use+"</link></rss>", Options{}), "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	bomb := `<!DOCTYPE rss [<!ENTITY a "` + strings.Repeat("x", 60<<10) + `">]><rss>` + strings.Repeat("<link>http://h/&a;</link>", 1000) + "</rss>"
	n := 0
	for m := range URLs(strings.NewReader(bomb), Options{}) {
		n += len(m.URL)
	}
	if n > 3<<20 {
		t.Errorf("%d bytes of entities are expanded", n)
	}
}

// XML Base 1.1; rfc4287 4.2.7.2: the base of a reference, and its place.
func TestBases(t *testing.T) {
	const retrieved = "http://from/d/x"
	for _, c := range []struct{ name, doc, want string }{
		{"none", `<rss><link>a</link></rss>`, "a " + retrieved},
		{"xml:base", `<rss xml:base="http://h/"><link>a</link></rss>`, "a http://h/"},
		{"nested, and after it", `<rss xml:base="http://h/d/"><channel xml:base="e/"><link>a</link></channel><link>b</link></rss>`, "a http://h/d/e/|b http://h/d/"},
		{"of its own attributes", `<opml><outline url="a" xml:base="http://h/"/><outline url="b"/></opml>`, "a http://h/|b " + retrieved},
		{"relative", `<opml xml:base="/e/"><outline url="a"/></opml>`, "a http://from/e/"},
		{"a fragment is not of it", `<opml xml:base="http://h/#f"><outline url="a"/></opml>`, "a http://h/"},
		{"in HTML as text", `<rss xml:base="http://h/"><description>&lt;a href="a"&gt;</description></rss>`, "a http://h/"},
		{"BASE in HTML as text", `<rss><description>&lt;base href="http://h/"&gt;&lt;a href="a"&gt;</description><link>b</link></rss>`, "http://h/ http://h/|a http://h/|b " + retrieved},
		{"the URL of a feed, also before it", `<feed><icon>a</icon><link rel="self" href="http://h/f"/><link href="b"/><entry><link href="c"/></entry></feed>`, "a http://h/f|http://h/f http://h/f|b http://h/f|c http://h/f"},
		{"of RSS", `<rss><channel><link>a</link><atom:link rel="self" href="http://h/f"/><item><link>b</link></item></channel></rss>`, "a http://h/f|http://h/f http://h/f|b http://h/f"},
		{"relative URL of a feed", `<feed><link rel="self" href="/f"/><link href="b"/></feed>`, "/f http://from/f|b http://from/f"},
		{"xml:base and the URL of a feed", `<feed xml:base="e/"><link rel="self" href="http://h/f"/><link href="b"/></feed>`, "http://h/f http://h/e/|b http://h/e/"},
		{"that of an entry is not", `<feed><entry><link rel="self" href="http://h/f"/><link href="b"/></entry></feed>`, "http://h/f " + retrieved + "|b " + retrieved},
		{"BASE of a page", `<html><head><base href="/d/"/><base href="http://i/"/></head><a href="b"/></html>`, "/d/ http://from/d/|http://i/ http://from/d/|b http://from/d/"},
		{"not a feed", `<list xmlns:atom="http://www.w3.org/2005/Atom"><atom:link rel="self" href="http://h/f"/><atom:link href="b"/></list>`, "http://www.w3.org/2005/Atom " + retrieved + "|http://h/f " + retrieved + "|b " + retrieved},
		{"with a reference", `<opml xml:base=" http://h/?a&amp;b "><outline url="a"/></opml>`, "a http://h/?a&b"},
	} {
		var got []string
		for m, err := range URLs(strings.NewReader(c.doc), Options{Base: extract.BaseOf(earl.RFC3986.MustParse(retrieved))}) {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			got = append(got, m.URL+" "+m.Base.URL.String())
			at := m.Base.At
			if embedded := m.Base.From == extract.FromEmbedded; embedded != (m.Base.URL.String() != retrieved) || !strings.Contains(c.doc, "BASE") && c.name[0] != 'B' && embedded && (at.Line != 1 || at.Column != at.Offset+1 || doc2(c.doc, at.Offset) != '"') {
				t.Errorf("%s: %+v", c.name, m.Base)
			}
			if m.Relative && m.Confidence != extract.High {
				t.Errorf("%s: %+v", c.name, m)
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %s:\n%s, want\n%s", c.name, c.doc, strings.Join(got, "|"), c.want)
		}
	}
	if got := found(t, `<opml xml:base="http://["><outline url="a"/></opml>`, Options{}); !slices.Equal(got, []string{"error: " + ErrBase.Error(), "link a"}) {
		t.Errorf("%q", got)
	}
	if got := found(t, `<opml xml:base="b/"><outline url="a"/></opml>`, Options{}); !slices.Equal(got, []string{"link a"}) {
		t.Errorf("%q", got)
	}
}

// doc2 returns the byte before an offset.
func doc2(doc string, offset int64) byte { return doc[max(1, offset)-1] }

// The head of a feed is held in little memory, and then passed on.
func TestFeedWithALongHead(t *testing.T) {
	doc := io.MultiReader(strings.NewReader("<feed>"), io.LimitReader(repeated(`<link href="a"/>`), 2<<20), strings.NewReader(`<link rel="self" href="http://h/"/></feed>`))
	n := 0
	for m, err := range URLs(doc, Options{}) {
		if n++; err != nil || m.Base.From != extract.NoBase {
			t.Fatalf("%+v, %v", m, err)
		}
	}
	if n != 1<<17+1 {
		t.Errorf("%d links", n)
	}
}

// The reader never panics, and its result does not depend on the sizes of the reads.
func FuzzURLs(f *testing.F) {
	for _, s := range []string{
		`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "http://h/&c;">]><a xml:base="x">&b;</a>`, "<rss><description><![CDATA[<a href=b>]]></description>",
		`<feed><link rel="self" href="http://h/"/><content type="html">&lt;a href="x"&gt;</content></feed>`, "<a b='<' c>&#0;&#x110000;", "<w:p><w:instrText>http://h/</w:instrText>x</w:p>",
		"<?>", "<!--", "<![CDATA[", "<?", "<!", "</", "<a:b:c/>", "<a xmlns:a='http://www.w3.org/2005/Atom'><a:id>http://h/",
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, doc string, part bool) {
		var want []extract.Match
		for m := range URLs(strings.NewReader(doc), Options{Part: part}) {
			if m.Offset < 0 || m.Offset+int64(len(m.Text)) > int64(len(doc)) {
				t.Fatalf("%+v is outside", m)
			}
			want = append(want, m)
		}
		i := 0
		for m := range URLs(iotest.OneByteReader(strings.NewReader(doc)), Options{Part: part}) {
			if i >= len(want) || m.URL != want[i].URL || m.Offset != want[i].Offset || m.Line != want[i].Line {
				t.Fatalf("byte by byte: %+v, want %+v", m, want[min(i, len(want)-1):])
			}
			i++
		}
		if i != len(want) {
			t.Fatalf("byte by byte %d matches, want %d", i, len(want))
		}
	})
}
