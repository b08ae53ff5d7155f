package html

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/earl-url/earl/internal/ascii"
)

// encodeQuery returns a URL with the characters of its query that are not ASCII as
// escaped bytes of the document's encoding, as browsers request it. A character that
// the encoding does not have becomes an escaped character reference. Other schemes
// than those of the web have UTF-8. Source: URL, query state, and
// percent-encode after encoding.
func encodeQuery(url string, e encoding.Encoding) string {
	if e == nil {
		return url
	}
	rest, _, _ := strings.Cut(url, "#")
	at := strings.IndexByte(rest, '?')
	if at < 0 || ascii.Only(rest[at:]) || ascii.HasScheme(url) && !isWeb(url) {
		return url
	}
	var b strings.Builder
	b.WriteString(url[:at])
	encoder := e.NewEncoder()
	for _, r := range rest[at:] {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		encoder.Reset()
		encoded, err := encoder.Bytes([]byte(string(r)))
		if err != nil || encoded[0] == '&' { // some encoders write the reference
			fmt.Fprintf(&b, "%%26%%23%d%%3B", r)
			continue
		}
		for _, c := range encoded {
			if c > ' ' && c < 0x7F && strings.IndexByte(`"#<>'`, c) < 0 { // the second byte of a character
				b.WriteByte(c)
				continue
			}
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	b.WriteString(url[len(rest):])
	return b.String()
}

// isWeb reports whether a URL has a scheme whose queries have the encoding of the
// document. Source: URL, special schemes; encoding of ws and wss.
func isWeb(url string) bool {
	scheme, _, _ := strings.Cut(url, ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "file":
		return true
	}
	return false
}
