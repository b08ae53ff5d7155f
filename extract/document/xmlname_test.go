package document_test

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// The names of XML are found and marked. In the texts $N is a name, $L a link.
func TestNamesOfXML(t *testing.T) {
	for _, c := range []struct{ src, text string }{
		{"Namespaces in XML 3", `<project xmlns="$N" xmlns:xsi='$N' x="$L"><url>$L</url></project>`},
		{"Namespaces in XML 3", "<a\n  xmlns\n =\n '$N'\n  href='$L'/>"},
		{"XML Schema 1 4.3.2", `<a xsi:schemaLocation="$N $L $N $L" xsi:noNamespaceSchemaLocation="$L"/>`},
		{"XML Schema 1 4.3.2", "<a xsi:schemaLocation='\n  $N\n  $L\n'/>"},
		{"XML Schema 1 4.2.3", `<xs:import namespace="$N" schemaLocation="$L"/><xs:schema targetNamespace="$N">`},
		{"XML 2.8", `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "$N"><html a="$L">`},
		{"XML 2.8", `<!DOCTYPE a [<!ENTITY b SYSTEM "$N"> <!NOTATION c PUBLIC "$N"> ]><a b="$L"/>`},
		{"rfc4287 4.2.6", `<?xml version="1.0"?><feed xmlns="$N"><id>$N</id><entry><id> $N </id><link rel="$N" href="$L"/></entry></feed>`},
		{"rfc4287 4.2.6", `<a:feed xmlns:a="$N"><a:id>$N</a:id><a:icon>$L</a:icon></a:feed>`},
		{"rfc4287 4.2.6", `<feed><id><![CDATA[$N]]></id><title>$L</title></feed>`},
		{"rfc4287 4.2.2.2", `<entry><category scheme="$N" term="x"/></entry>`},
		{"RSS 2.0", `<rss><item><guid isPermaLink="false">$N</guid><guid>$L</guid><guid isPermaLink='true'>$L</guid><link>$L</link></item></rss>`},
		{"no feed", `<list><id>$L</id></list>`},
		{"a comment", `<!-- see $L --><a/>`},
		{"XML Signature 6.1", `<SignatureMethod Algorithm="$N"/>`},
		{"RELAX NG 4.3", `<grammar datatypeLibrary="$N" ns="$N"><a href="$L"/></grammar>`},
		{"XSLT", `<?xml-stylesheet href="$L"?><a/>`},
		{"after a tag", `<a xmlns="$N"> see $L <b/> $L</a>`},
	} {
		in := strings.NewReplacer("$N", "http://n.example/x", "$L", "http://l.example/x").Replace(c.text)
		n := 0
		for m, err := range document.URLs(iotest.OneByteReader(strings.NewReader(in)), document.Source{Type: document.XML}, extract.Options{}) {
			if n++; err != nil || (m.Doubt == extract.Name) != strings.HasPrefix(m.URL, "http://n.") || m.Doubt != extract.Name && m.Doubt != extract.Whole {
				t.Errorf("%s: %s: %s has the doubt %q, %v", c.src, in, m.URL, m.Doubt, err)
			}
		}
		if want := strings.Count(c.text, "$"); n != want {
			t.Errorf("%s: %s: %d URLs, want %d", c.src, in, n, want)
		}
	}
}
