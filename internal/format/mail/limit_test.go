package mail_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// outcome returns the URLs and the errors of a message, in order.
func outcome(message string, o mail.Options) (list []string) {
	for m, err := range mail.URLs(strings.NewReader(message), o) {
		if err != nil {
			list = append(list, fmt.Sprintf("%d: %v", m.Line, err))
			continue
		}
		list = append(list, m.URL)
	}
	return list
}

// Each limit is enforced and reported at its position, and the text after it is
// read as text. SPEC E3.
func TestLimits(t *testing.T) {
	header := "Subject: http://h/1\r\nX-Long: " + strings.Repeat("x", 100) + "\r\nX: http://h/2\r\n\r\nhttp://h/3\r\n"
	parts := "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhttp://h/1\r\n--b\r\n" +
		"Content-Transfer-Encoding: quoted-printable\r\n\r\nhttp://h/=32\r\n--b\r\n\r\nhttp://h/3\r\n--b--\r\n"
	depth := "Content-Type: message/rfc822\r\n\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" +
		"Content-Type: message/rfc822\r\n\r\nSubject: s\r\n\r\nhttp://h/in\r\n--b--\r\n"
	for _, test := range []struct {
		name, message string
		limits        mail.Limits
		want          string
	}{
		{"header", header, mail.Limits{Header: 146}, "http://h/1 http://h/2 http://h/3"},
		{"header", header, mail.Limits{Header: 145}, "http://h/1 3: " + mail.ErrHeader.Error() + " http://h/2 http://h/3"},
		{"header", header, mail.Limits{Header: 30}, "http://h/1 2: " + mail.ErrHeader.Error() + " http://h/2 http://h/3"},
		{"parts", parts, mail.Limits{Parts: 3}, "http://h/1 http://h/2 http://h/3"},
		{"parts", parts, mail.Limits{Parts: 1}, "http://h/1 7: " + mail.ErrParts.Error() + " http://h/=32 http://h/3"},
		{"depth", depth, mail.Limits{Depth: 3}, "http://h/in"},
		{"depth", depth, mail.Limits{Depth: 2}, "6: " + mail.ErrDepth.Error() + " http://h/in"},
		{"depth", depth, mail.Limits{Depth: 1}, "3: " + mail.ErrDepth.Error() + " http://h/in"},
	} {
		if got := strings.Join(outcome(test.message, mail.Options{Limits: test.limits}), " "); got != test.want {
			t.Errorf("%s, %+v:\n%s\nwant\n%s", test.name, test.limits, got, test.want)
		}
	}
}

// The limits of a zero Limits are the default ones.
func TestDefaultLimits(t *testing.T) {
	deep := strings.Repeat("Content-Type: message/rfc822\r\n\r\n", mail.DefaultDepth+1) + "\r\nhttp://h/"
	many := "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n\r\n", mail.DefaultParts+1)
	long := "X: " + strings.Repeat("x", mail.DefaultHeader) + "\r\n"
	for message, want := range map[string]error{deep: mail.ErrDepth, many: mail.ErrParts, long: mail.ErrHeader} {
		found := false
		for _, err := range mail.URLs(strings.NewReader(message), mail.Options{}) {
			found = found || errors.Is(err, want)
		}
		if !found {
			t.Errorf("%.60q...: no %v", message, want)
		}
	}
}

// A URL that is longer than MaxLength is reported with its position, and so is
// one that lost too much text; the text after it is read.
func TestTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: searches many MiB")
	}
	const head = "Content-Transfer-Encoding: quoted-printable\r\n\r\nsee\r\n "
	for _, test := range []struct {
		name, url string
		max       int
		want      error
	}{
		{"escaped octets count once", "http://h/" + strings.Repeat("=61", 100), 110, nil},
		{"MaxLength", "http://h/" + strings.Repeat("=61", 100), 108, extract.ErrTooLong},
		{"as long as can be, all in escapes", "http://h/" + strings.Repeat(strings.Repeat("=61", 25)+"=\r\n", extract.DefaultMaxLength/25-1) + "z", 0, nil},
		{"soft breaks without end", "http://h/" + strings.Repeat("=\r\n", 3<<20) + "a", 0, mail.ErrForgotten},
	} {
		o := mail.Options{}
		o.MaxLength = test.max
		next, stop := iter.Pull2(mail.URLs(strings.NewReader(head+test.url+" http://h/b"), o))
		m, err, _ := next()
		if !errors.Is(err, test.want) || m.Line != 4 || m.Column != 2 || m.Offset != int64(len(head)) {
			t.Errorf("%s: %d, %d:%d, %v, want %v at %d, 4:2", test.name, m.Offset, m.Line, m.Column, err, test.want, len(head))
		}
		if err == nil && m.Text != test.url {
			t.Errorf("%s: the text of %d bytes is not that in the file", test.name, len(m.Text))
		}
		if errors.Is(err, mail.ErrForgotten) && m.URL != "http://h/a" {
			t.Errorf("%s: the URL is %.60q", test.name, m.URL)
		}
		if m, err, _ := next(); err != nil || m.URL != "http://h/b" {
			t.Errorf("%s: then %+v, %v", test.name, m, err)
		}
		stop()
	}
}

// The error of the reader is the last, wherever it occurs.
func TestErrorsOfTheReader(t *testing.T) {
	mine := errors.New("cut")
	whole := "Subject: =?utf-8?q?http=3A//h/?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		"aHR0cDovL2gv\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href=x>\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\nQTogYg==\r\n--b--\r\n"
	for n := range len(whole) + 1 {
		for _, mbox := range []bool{false, true} {
			r := io.MultiReader(strings.NewReader(whole[:n]), iotest.ErrReader(mine))
			list := read(r, mbox, mail.Options{})
			for i, one := range list {
				if last := i == len(list)-1; (one.err == mine.Error()) != last {
					t.Fatalf("truncated after %d bytes: step %d of %d is %+v", n, i, len(list), one)
				}
			}
			if len(list) == 0 {
				t.Fatalf("truncated after %d bytes: no error", n)
			}
		}
	}
	if list := read(iotest.ErrReader(nil), false, mail.Options{}); len(list) != 1 || list[0].err != io.ErrNoProgress.Error() {
		t.Errorf("a reader that brings nothing: %+v", list)
	}
}

// A caller that stops gets nothing more: another step would be a panic.
func TestBreakOff(t *testing.T) {
	message := "List-Help: <http://h/1>, <http://h/2> http://h/3\r\nContent-Type: multipart/mixed; boundary=b\r\nContent-Base: x\r\n\r\nhttp://h/\r\n" +
		"--b\r\nContent-Type: text/html\r\n\r\n<a href=x><a href=y>\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!aHR0cDovL2gv\r\n" +
		"--b\r\nContent-Type: multipart/mixed\r\n\r\nhttp://h/\r\n--b--\r\nhttp://h/"
	steps := len(read(strings.NewReader(message), false, mail.Options{}))
	for n := range steps {
		left := n
		for range mail.URLs(strings.NewReader(message), mail.Options{}) {
			if left--; left < 0 {
				break
			}
		}
	}
	if steps < 10 {
		t.Errorf("only %d steps", steps)
	}
}

// A message of any length is read in constant memory: it has more bytes than
// can be held with this MaxLength. SPEC E3.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: searches many MiB")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // only memory in use counts, not garbage
	var o mail.Options
	o.MaxLength = 64 << 10
	part := "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
	for name, test := range map[string]struct{ head, endless string }{
		"an attachment":        {part + "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA\r\n"},
		"text":                 {part + "\r\n", "a line of text with http://h/a in it\r\n"},
		"text in base64":       {part + "Content-Transfer-Encoding: base64\r\n\r\n", "YSBsaW5lIHdpdGggaHR0cDovL2gvIGlu\r\n"},
		"quoted-printable":     {part + "Content-Transfer-Encoding: quoted-printable\r\n\r\n", "=61 =62 line http=3A//h/=\r\n"},
		"soft breaks":          {part + "Content-Transfer-Encoding: quoted-printable\r\n\r\n", "=\r\n"},
		"spaces":               {part + "Content-Transfer-Encoding: quoted-printable\r\n\r\n", " "},
		"HTML":                 {part + "Content-Type: text/html; charset=koi8-r\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", "<a href=3Da>=C1</a>\r\n"},
		"HTML without a URL":   {part + "Content-Type: text/html\r\n\r\n", "<p>text\r\n"},
		"flowed":               {part + "Content-Type: text/plain; format=flowed\r\n\r\n", "> > flows on \r\n> \r\n"},
		"quotation marks":      {part + "Content-Type: text/plain; format=flowed\r\n\r\n", ">"},
		"UTF-16":               {part + "Content-Type: text/plain; charset=utf-16le\r\n\r\n", "h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00 \x00"},
		"a header":             {part + "X: ", "x"},
		"empty lines":          {"", "\r\n"},
		"line ends":            {part + "\r\n", "\r"},
		"parts":                {part, "\r\nhttp://h/\r\n--b\r\n"},
		"boundaries of others": {part + "\r\n", "\r\n--bb"},
		"what is not base64":   {part + "Content-Transfer-Encoding: base64\r\n\r\n", "!*\r\n"},
		"an mbox":              {"From x 00:00\n", "Subject: s\n\n>From http://h/\n\nFrom x 00:00\n"},
		"an address":           {part + "\r\n<URL:http://h/", "a"},
	} {
		peak := &peakReader{r: io.MultiReader(strings.NewReader(test.head), io.LimitReader(&repeated{text: strings.Repeat(test.endless, 1000)}, 5<<20))}
		find := mail.URLs
		if strings.HasPrefix(test.head, "From ") {
			find = mail.Mbox
		}
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		peak.base = before.HeapAlloc
		for range find(peak, o) {
		}
		t.Logf("%s: %d KiB", name, peak.most>>10)
		if peak.most > 12<<20 {
			t.Errorf("%s: %d bytes of heap", name, peak.most)
		}
	}
}

// repeated is a text that is repeated.
type repeated struct {
	text string
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

// peakReader measures the heap while it is read.
type peakReader struct {
	r     io.Reader
	reads int
	base  uint64
	most  int64
}

func (p *peakReader) Read(b []byte) (int, error) {
	if p.reads++; p.reads%16 == 0 {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		p.most = max(p.most, int64(now.HeapAlloc)-int64(p.base))
	}
	return p.r.Read(b)
}
