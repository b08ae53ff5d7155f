package mail

import (
	"bytes"
	stdbase64 "encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// fileOf returns a file with a text that is read byte by byte.
func fileOf(text string) *file {
	return newFile(iotest.OneByteReader(strings.NewReader(text)), DefaultHeader, 1<<20)
}

// The decoders give the same results as those of the standard library, for
// input that these accept. Each byte came from its position: decoding only that
// gives the byte.
func FuzzDecoders(f *testing.F) {
	for _, s := range []string{"a=3Db=\r\nc =20 \t\r\nd=\n", "YWJj\r\nZA==", "=?utf-8?q?a_=C3=A9?= =?utf-8?B?Yg==?= c", "===", "a \r", "=A", "\r=\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := whole(&quoted{in: fileOf(text)})
		if want, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(text))); err == nil && strings.Count(text, "\r") == strings.Count(text, "\r\n") && !bytes.Equal(q.b, want) {
			t.Errorf("quoted-printable %q gives %q, want %q", text, q.b, want)
		}
		for i := range q.b {
			if from := originOf(text, q, i); len(from) == 3 && from[0] == '=' {
				if one := whole(&quoted{in: fileOf(from)}); !bytes.Equal(one.b, q.b[i:i+1]) {
					t.Errorf("quoted-printable %q: byte %d, %q, came from %q", text, i, q.b[i], from)
				}
			} else if from != string(q.b[i:i+1]) {
				t.Errorf("quoted-printable %q: byte %d, %q, came from %q", text, i, q.b[i], from)
			}
		}
		b := whole(&base64{in: fileOf(text)})
		if want, err := stdbase64.StdEncoding.DecodeString(text); err == nil && !bytes.Equal(b.b, want) {
			t.Errorf("base64 %q gives %q, want %q", text, b.b, want)
		}
		for i := range b.b {
			if one := whole(&base64{in: fileOf(originOf(text, b, i))}); bytes.IndexByte(one.b, b.b[i]) < 0 {
				t.Errorf("base64 %q: byte %d, %q, came from %q", text, i, b.b[i], originOf(text, b, i))
			}
		}
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\n\t") {
			return
		}
		w := words(whole(fileOf(text)))
		var decoder mime.WordDecoder
		if want, err := decoder.DecodeHeader(text); err == nil && strings.Count(text, "?=") == 1 && !strings.Contains(want, "=?") && utf8.ValidString(want) && string(w.b) != want {
			t.Errorf("words of %q are %q, want %q", text, w.b, want)
		}
	})
}

// originOf returns the part of a text from which a byte of a chunk came.
func originOf(text string, c chunk, i int) string {
	off := c.off + int64(i)
	r := c.runs[find(c.runs, off)]
	return text[r.at(off).offset:r.end(off)]
}

// One mark is removed from lines that an mbox has quoted, but from no line that
// has more marks than a line can have bytes. Source: rfc4155; rfc5322 2.1.1.
func TestUnquoted(t *testing.T) {
	most := strings.Repeat(">", heldOctets)
	for in, want := range map[string]string{
		">From a\n": "From a\n", ">>From a": ">From a", "x\n>From a": "x\nFrom a", "x>From a": "x>From a", ">Fromage\n>>": ">Fromage\n>>",
		"> From a": "> From a", "From a": "From a", most + "From a": most[1:] + "From a", most + ">From a": most + ">From a",
	} {
		if got := whole(&unquoted{in: fileOf(in), line: true}); string(got.b) != want {
			t.Errorf("%.40q gives %.40q, want %.40q", in, got.b, want)
		}
	}
}
