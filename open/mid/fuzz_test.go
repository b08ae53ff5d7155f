package mid_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/views"
)

// FuzzMailbox: the messages of any file are apart, in order and inside the file, whatever the
// sizes of the reads, and each has the size that the search announced. An mbox that is written
// from them has the same messages.
func FuzzMailbox(f *testing.F) {
	f.Add([]byte(box))
	f.Add([]byte(picture))
	f.Add([]byte("From a 1:2\n\nFrom b 3:4\nMessage-ID: <x>\n\n>From \n\n"))
	f.Add([]byte("From a 1:2\r\nMessage-ID: <x>\r\n y\r\n\r\n>>From \r\n\r\nFrom b 3:4\r\n"))
	f.Add([]byte("\n\nFrom a 1:2\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		found, err := mid.ScanAll(t.Context(), bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		again, err := mid.ScanAll(t.Context(), iotest.OneByteReader(bytes.NewReader(file)))
		if err != nil || !slices.Equal(found, again) {
			t.Fatalf("byte by byte: %+v, %v, want %+v", again, err, found)
		}
		end := int64(0)
		var written strings.Builder
		var texts []string
		for _, m := range found {
			if m.Start < end || m.End < m.Start || m.End > int64(len(file)) {
				t.Fatalf("%+v of %d bytes after %d", m, len(file), end)
			}
			end = m.End
			text := string(file[m.Start:m.End])
			if m.Mbox {
				b, err := io.ReadAll(iotest.HalfReader(mid.Unquoted(strings.NewReader(text))))
				if err != nil || int64(len(b)) != m.End-m.Start-m.Quoted {
					t.Fatalf("%q is %q, %v, announced as %d bytes less", text, b, err, m.Quoted)
				}
				text = string(b)
			}
			texts = append(texts, text)
			written.WriteString("From x Thu Nov 26 04:20:47 2026\n")
			for line := range strings.Lines(text) {
				if strings.HasPrefix(strings.TrimLeft(line, ">"), "From ") {
					written.WriteByte('>')
				}
				written.WriteString(line)
			}
			if !strings.HasSuffix(text, "\n") && text != "" {
				written.WriteByte('\n')
				texts[len(texts)-1] += "\n"
			}
			written.WriteByte('\n')
		}
		box, err := mid.ScanAll(t.Context(), strings.NewReader(written.String()))
		if err != nil || len(box) != len(found) {
			t.Fatalf("the mbox %q of %q has %d messages, %v, want %d", written.String(), file, len(box), err, len(found))
		}
		for i, m := range box {
			b, _ := io.ReadAll(mid.Unquoted(strings.NewReader(written.String()[m.Start:m.End])))
			if string(b) != texts[i] || m.ID != found[i].ID {
				t.Fatalf("message %d of the mbox %q is %q with the id %q, want %q with %q", i, written.String(), b, m.ID, texts[i], found[i].ID)
			}
		}
	})
}

// FuzzMessage: a message or a part is read to its end or ends in an error, also if another
// message encloses it, and its URL gives the same again, with an index too.
func FuzzMessage(f *testing.F) {
	f.Add([]byte(picture), "pic@b.example", "dot%@b.example")
	f.Add([]byte("Message-ID: <m>\nContent-Type: multipart/mixed; boundary=\"\"\n\n--\n"), "m", "x")
	f.Add([]byte("Message-ID: <m>\nContent-Type: multipart/digest; boundary=b\n\n--b\n\nContent-ID: <x>\n--b\nContent-ID: x\n\n"), "m", "x")
	f.Add([]byte("Message-ID: <m>\nContent-ID: <x>\nContent-Transfer-Encoding: base64\n\nAA=\n"), "m", "x")
	f.Add([]byte(forward), "in@h", "dot@h")
	f.Add([]byte(forward), "deep@h", "")
	f.Fuzz(func(t *testing.T, message []byte, id, part string) {
		if strings.ContainsAny(id+part, "\r\n\t\x00 ") {
			return
		}
		v := views.MID{MessageID: earl.Octets(id)}
		if part != "" {
			v.ContentID = earl.Some(earl.Octets(part))
		}
		u, err := v.URL(earl.RFC3986)
		if err != nil {
			return
		}
		o := mid.Options{Mail: []string{write(t, map[string]string{"m": string(message)})}}
		c, indexed := client(o), open.New(open.Options{}, mid.Opener{Options: o}.Indexed())
		first := describe(c.Open(t.Context(), u))
		for range 2 {
			if again := describe(indexed.Open(t.Context(), u)); again != first {
				t.Errorf("%s is %s, and with an index %s", u, first, again)
			}
		}
		if first == open.ClassLocal.String() || strings.HasPrefix(first, "size ") || strings.HasPrefix(first, "close") {
			_, err := c.Open(t.Context(), u)
			t.Errorf("%s: %s, %v", u, first, err)
		}
	})
}
