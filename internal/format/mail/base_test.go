package mail_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// all returns the matches, and fails if there is an error.
func all(t *testing.T, message string, o mail.Options) (list []extract.Match) {
	t.Helper()
	for m, err := range mail.URLs(strings.NewReader(message), o) {
		if err != nil {
			t.Fatalf("%q: %v", message, err)
		}
		list = append(list, m)
	}
	return list
}

// The nested document of draft1996 8: a page, in a part, in a message, which
// was retrieved. Each row removes the innermost base. SPEC D3, D12, D13, D14.
func TestFourPrecedences(t *testing.T) {
	const (
		outer    = "Content-Base: http://outer.example/o/\r\n"
		inner    = "content-base: http://inner.\r\n example/i/\r\n"
		embedded = `<BASE href="http://embedded.example/e/">`
	)
	retrieved := extract.BaseOf(earl.RFC3986.MustParse("http://retrieved.example/r/m.eml"))
	for _, test := range []struct {
		src                    string
		retrieved              extract.Base
		outer, inner, embedded string
		want                   string
		from                   extract.BaseSource
		where                  string // what the base begins with in the message
	}{
		{"draft1996 8.1", retrieved, outer, inner, embedded, "http://embedded.example/x", extract.FromEmbedded, "http://embedded"},
		{"8.2, the part", retrieved, outer, inner, "", "http://inner.example/x", extract.FromContentBase, "http://inner"},
		{"8.2, the message", retrieved, outer, "", "", "http://outer.example/x", extract.FromContentBase, "http://outer"},
		{"8.3", retrieved, "", "", "", "http://retrieved.example/x", extract.FromRetrieval, ""},
		{"8.4", extract.Base{}, "", "", "", "", extract.NoBase, ""},
	} {
		message := "From: a@example.org\r\n" + test.outer + "Content-Type: multipart/related; boundary=b\r\n\r\n" +
			"--b\r\n" + test.inner + "Content-Type: text/html\r\n\r\n" +
			"<HTML><HEAD><LINK href=before>" + test.embedded + "</HEAD><BODY><A href=\"../x\">\r\n--b--\r\n"
		list := all(t, message, mail.Options{Base: test.retrieved})
		m := list[len(list)-1]
		at := m.Base.At
		line := strings.LastIndexByte(message[:at.Offset], '\n') + 1
		if !strings.HasPrefix(message[at.Offset:], test.where) || test.where != "" && (at.Line != int64(strings.Count(message[:line], "\n"))+1 || at.Column != at.Offset-int64(line)+1) ||
			test.where == "" && at.Line != 0 {
			t.Errorf("%s: the base is at %+v", test.src, at)
		}
		if m.URL != "../x" || !m.Relative || m.Base.From != test.from || m.Offset != int64(strings.Index(message, "../x")) {
			t.Errorf("%s: %+v, want its base from %s", test.src, m, test.from)
		}
		for _, other := range list {
			if other.URL == "before" && other.Base != m.Base {
				t.Errorf("%s: the base of the references before it is %s", test.src, other.Base.URL)
			}
		}
		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
		if (err != nil) != (test.want == "") || u.String() != test.want {
			t.Errorf("%s: ../x is %s, %v, want %q", test.src, u, err, test.want)
		}
	}
}

// Without a base a relative reference is unchanged, with low confidence. SPEC
// D14.
func TestNoBase(t *testing.T) {
	for message, relative := range map[string]bool{
		"List-Archive: <a/b>\r\n\r\n": true, "Content-Location: x\r\n\r\n": true, "\r\n<URL:../g>": true,
		"Content-Type: text/html\r\n\r\n<a href=x>": true, "List-Archive: <ftp://h/>\r\n\r\n": false,
	} {
		list := all(t, message, mail.Options{})
		if len(list) != 1 || list[0].Base != (extract.Base{}) || list[0].Relative != relative || (list[0].Confidence == extract.Low) != relative {
			t.Errorf("%q gives %+v, want it relative: %t, without a base, and then doubted", message, list, relative)
		}
	}
}
