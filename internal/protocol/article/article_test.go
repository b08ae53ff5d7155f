package article

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// head is a header with CR LF line ends. Tests add fields.
func head(more ...string) string {
	return "Path: x\r\nFrom: A. Uthor <a@b.example>\r\nSubject: s\r\n" + strings.Join(append(more, ""), "\r\n") + "\r\n"
}

const shownHead = "From: A. Uthor <a@b.example>\nSubject: s\n\n"

func multi(sub string, parts ...string) string {
	b := head(`Content-Type: multipart/`+sub+`; boundary="=b"`) + "preamble\r\n"
	for _, p := range parts {
		b += "--=b\r\n" + p + "\r\n"
	}
	return b + "--=b--\r\nepilogue\r\n"
}

func TestWriteText(t *testing.T) {
	const plain = "Content-Type: text/plain; charset=utf-8\r\n\r\n"
	for _, test := range []struct{ src, in, want string }{
		{"rfc5536", head() + "one\r\n.two\r\n", shownHead + "one\n.two\n"},
		{"rfc5322 2.2.3: folds", "SUBJECT: a\r\n\tb\r\n  c\r\nfrom : x@y\r\n\r\nz", "From: x@y\nSubject: a b c\n\nz"},
		{"rfc5322: lines that are no field, a header without a body", "From a mbox line\r\n goes on\r\nSubject: s\r\nno field\r\n", "Subject: s\n\n"},
		{"rfc5322: LF alone", "Subject: s\nX: y\n\na\nb\rc\r", "Subject: s\n\na\nb\rc\r"},
		{"rfc5322: nothing", "", "\n"},
		{"rfc2047", "Subject: =?utf-8?q?na=C3=AFve?= =?koi8-r?B?8NLJ18XU?= =?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?x-none?q?a=E9?=\r\n\r\n", "Subject: naïveПривет日本aé\n\n"},
		{"rfc2047: words that break the line", "Subject: =?utf-8?q?a=0D=0AFrom:_evil=1B[2J?=\r\n\r\n", "Subject: a  From: evil [2J\n\n"},
		{"rfc2047: not one", "Subject: =?utf-8?q?a\r\n\r\n", "Subject: =?utf-8?q?a\n\n"},
		{"no charset: UTF-8, or what is not is Windows-1252", "Subject: caf\xe9\r\n\r\nna\xc3\xafve\r\ncaf\xe9 \x80\r\n", "Subject: café\n\nnaïve\ncafé €\n"},
		{"rfc3629 6: a mark that is no part of the text", head() + "\xef\xbb\xbfna\xc3\xafve\r\n", shownHead + "naïve\n"},
		{"rfc2781 3.2: a mark says the order of the octets", head() + "\xff\xfeh\x00\xe9\x00\n\x00", shownHead + "hé\n"},
		{"rfc2781 3.2: the other order, and another label", head("Content-Type: text/plain; charset=iso-8859-1") + "\xfe\xff\x00h\x00\xe9\x00\n", shownHead + "hé\n"},
		{"rfc2045: a charset", head("Content-Type: text/plain; charset=koi8-r") + "\xf0\xd2\xc9\xd7\xc5\xd4\r\n", shownHead + "Привет\n"},
		{"rfc2045: a charset that lies", head("Content-Type: text/plain; charset=utf-8") + "caf\xe9\r\n", shownHead + "caf\ufffd\n"},
		{"rfc2045: a charset that nobody knows", head("Content-Type: text/plain; charset=x-klingon") + "caf\xe9\r\n", shownHead + "café\n"},
		{"a charset that browsers refuse", head("Content-Type: text/plain; charset=hz-gb-2312") + "plain\r\n", shownHead + "plain\n"},
		{"US-ASCII that is none", head("Content-Type: text/plain; charset=us-ascii") + "caf\xe9\r\n", shownHead + "café\n"},
		{"rfc1468: Japanese without a charset", "Subject: \x1b$BF|K\\\x1b(B\r\n\r\n\x1b$BF|K\\\x1b(B x\r\ncaf\xe9\r\n", "Subject: 日本\n\n日本 x\ncafé\n"},
		{"rfc1468: not Japanese", head() + "\x1b$B\x1b[1mx\r\n\x1b[1mcaf\xe9\r\n", shownHead + "\x1b$B\x1b[1mx\n\x1b[1mcafé\n"},
		{"a code page that browsers do not know", head("Content-Type: text/plain; charset=CP437") + "\xc9\xcd\xbb\r\n", shownHead + "╔═╗\n"},
		{"rfc2045 5.2: a type that is none", head("Content-Type: ; ; text", "Content-Transfer-Encoding: 8bit") + "na\xc3\xafve", shownHead + "naïve"},
		{"rfc2045 6.7", head("Content-Transfer-Encoding: Quoted-Printable", "Content-Type: text/plain; charset=iso-8859-1") + "caf=E9 =\r\nau lait=20\r\n", shownHead + "café au lait \n"},
		{"rfc2045 6.7: broken", head("Content-Transfer-Encoding: quoted-printable") + "a=ZZ\r\nb\r\n", shownHead + "a=ZZ\nb\n"},
		{"rfc2045 6.8", head("Content-Transfer-Encoding: base64", "Content-Type: text/plain; charset=utf-8") + "bmHD\r\nr3ZlDQo=\r\n", shownHead + "naïve\n"},
		{"rfc2045 6.8: broken", head("Content-Transfer-Encoding: base64") + "bm!!\r\n", shownHead + "[the rest cannot be decoded: illegal base64 data at input byte 2]\n"},
		{"rfc2045 6.8: half", head("Content-Transfer-Encoding: base64") + "YWJjZ\r\n", shownHead + "abc\n[the message ends here, inside its parts]\n"},
		{"rfc2045 6: an encoding that nobody knows", head("Content-Transfer-Encoding: x-uuencode") + "begin\r\n", shownHead + "begin\n"},
		{"rfc2046 4.2: an image", head(`Content-Type: image/png; name="=?utf-8?q?=C3=A9.png?="`) + "\x89PNG", shownHead + "[image/png, é.png: not shown]\n"},
		{"rfc2183", head("Content-Type: application/x-tar", `Content-Disposition: attachment; filename="a`+"\x1b"+`.tar"`) + "\x00", shownHead + "[application/x-tar, a .tar: not shown]\n"},
		{"rfc2046 5.1.3", multi("mixed", plain+"one\r\n", "Content-Type: image/gif\r\n\r\nGIF89a", "\r\ntwo\r\n"), shownHead + "one\n\n[image/gif: not shown]\n\ntwo\n"},
		{"rfc2046 5.1.4", multi("alternative", "Content-Type: text/html\r\n\r\n<b>", plain+"words\r\n", "Content-Type: text/plain\r\n\r\nmore\r\n"), shownHead + "words\n"},
		{"rfc2046 5.1.4: none", multi("Alternative", "Content-Type: text/html\r\n\r\n<b>", "Content-Type: text/rtf\r\n\r\n{}"), shownHead + "[the alternatives have no plain text: text/html, text/rtf]\n"},
		{"rfc2046 5.1.4: parts in it", multi("alternative", "Content-Type: multipart/related; boundary=c\r\n\r\n--c\r\n\r\nin\r\n--c--", plain+"out\r\n"), shownHead + "in"},
		{"rfc2046 5.1.5", multi("digest", "\r\nSubject: a\r\n\r\nA\r\n", "\r\nSubject: b\r\n\r\nB\r\n"), shownHead + "Subject: a\n\nA\n\nSubject: b\n\nB\n"},
		{"rfc2046 5.2.1", head("Content-Type: message/rfc822") + head("Content-Type: text/plain; charset=utf-8") + "in\xc3\xab\r\n", shownHead + shownHead + "inë\n"},
		{"rfc2046 5.1: no boundary", head("Content-Type: multipart/mixed") + "--x\r\n", shownHead + "--x\n"},
		{"rfc2046 5.1: no end", strings.TrimSuffix(multi("mixed", plain+"one\r\n"), "--=b--\r\nepilogue\r\n"), shownHead + "one\n[the message ends here, inside its parts]\n"},
		{"rfc2046 5.1: no parts", head("Content-Type: multipart/mixed; boundary=b") + "nothing\r\n", shownHead + "[the message ends here, inside its parts]\n"},
		{"html", head("Content-Type: text/html; charset=utf-8") + "<b>\xc3\xab</b>\r\n", shownHead + "<b>ë</b>\n"},
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(test.in), "octet by octet": iotest.OneByteReader(strings.NewReader(test.in))} {
			var b strings.Builder
			if err := WriteText(&b, r, Limits{}); err != nil || strings.TrimSuffix(b.String(), "\n") != strings.TrimSuffix(test.want, "\n") {
				t.Errorf("%s, %s: got %q, %v, want %q", test.src, name, b.String(), err, test.want)
			}
		}
	}
}

// DESIGN 4: each default limit and each limit of an option applies.
func TestLimits(t *testing.T) {
	long := "Subject: s\r\nX: " + strings.Repeat("x", 5000) + "\r\n\r\n"
	for max, want := range map[int]error{0: nil, len(long): nil, len(long) - 1: ErrHeader} {
		if err := WriteText(io.Discard, strings.NewReader(long), Limits{Header: max}); !errors.Is(err, want) {
			t.Errorf("Header %d: %v, want %v", max, err, want)
		}
	}
	if err := WriteText(io.Discard, strings.NewReader("X: "+strings.Repeat("x", DefaultHeader)), Limits{}); !errors.Is(err, ErrHeader) {
		t.Errorf("a header of more than DefaultHeader: %v", err)
	}
	three := multi("mixed", "\r\na", "\r\nb", "\r\nc")
	for max, want := range map[int]string{3: "a\nb\nc", 2: "a\nb\n[more than 2 parts: the rest is not shown (Limits.Parts)]\n"} {
		var b strings.Builder
		if err := WriteText(&b, strings.NewReader(three), Limits{Parts: max}); err != nil || b.String() != shownHead+want {
			t.Errorf("Parts %d: %q, %v", max, b.String(), err)
		}
	}
	part := multi("mixed", "X: "+strings.Repeat("x", 20_000)+"\r\n\r\na", "\r\nb")
	for max, want := range map[int]string{20_100: "a\nb", 10_000: "[the header of a part is too long (Limits.Header); the rest is not shown]\n"} {
		var b strings.Builder
		if err := WriteText(&b, strings.NewReader(part), Limits{Header: max}); err != nil || b.String() != shownHead+want {
			t.Errorf("Header %d of a part: %q, %v", max, b.String(), err)
		}
	}
	nested := "Subject: in\r\n\r\nin\r\n"
	for range 3 {
		nested = "Subject: out\r\nContent-Type: message/rfc822\r\n\r\n" + nested
	}
	for max, want := range map[int]string{3: "\nin\n", 2: "[a message inside 2 others is not shown (Limits.Depth)]\n"} {
		var b strings.Builder
		if err := WriteText(&b, strings.NewReader(nested), Limits{Depth: max}); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("Depth %d: %q, %v", max, b.String(), err)
		}
	}
	deep := "\r\nin"
	for i := range 30 {
		deep = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%[1]d\r\n%s\r\n--b%[1]d--\r\n", i, deep)
	}
	var b strings.Builder
	if err := WriteText(&b, strings.NewReader(deep), Limits{}); err != nil || !strings.Contains(b.String(), "Limits.Depth") {
		t.Errorf("30 parts within another: %q, %v", b.String(), err)
	}
}

// If a message is truncated, WriteText returns the error of its reader,
// wherever it occurs.
func TestErrorsOfTheReader(t *testing.T) {
	mine := errors.New("cut")
	whole := multi("mixed", "Content-Transfer-Encoding: base64\r\n\r\nYWJj", "Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--", "Content-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nb")
	for n := range len(whole) + 1 {
		err := WriteText(io.Discard, io.MultiReader(strings.NewReader(whole[:n]), iotest.ErrReader(mine)), Limits{})
		if err != mine {
			t.Fatalf("truncated after %d bytes: %v, want %v", n, err, mine)
		}
	}
}

// If the writer fails, WriteText returns its error, wherever it occurs.
func TestErrorsOfTheWriter(t *testing.T) {
	whole := multi("mixed", "\r\none\r\n", "Content-Type: image/gif\r\n\r\nGIF89a", "Content-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nb\r")
	var b strings.Builder
	if err := WriteText(&b, strings.NewReader(whole), Limits{}); err != nil {
		t.Fatal(err)
	}
	mine := errors.New("full")
	for n := range b.Len() {
		if err := WriteText(&shortWriter{n, mine}, strings.NewReader(whole), Limits{}); err != mine {
			t.Errorf("after %d bytes: %v, want %v", n, err, mine)
		}
	}
}

// shortWriter accepts n bytes.
type shortWriter struct {
	n   int
	err error
}

func (w *shortWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, w.err
	}
	return len(p), nil
}

func TestHeader(t *testing.T) {
	h, err := ReadHeader(bufio.NewReader(strings.NewReader("A: 1\r\na: 2\r\n\r\nrest")), 100)
	if err != nil || len(h) != 2 || h.Get("a") != "1" || h.Get("none") != "" {
		t.Errorf("ReadHeader = %v, %v", h, err)
	}
}

// A message of any length is written in constant memory.
func TestMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(10)) // only memory in use counts, not garbage
	for name, r := range map[string]io.Reader{
		"a body":       io.MultiReader(strings.NewReader(head()), io.LimitReader(endless("text of a line\r\n"), 8<<20)),
		"one line":     io.MultiReader(strings.NewReader(head()), io.LimitReader(endless("x"), 8<<20)),
		"base64":       io.MultiReader(strings.NewReader(head("Content-Transfer-Encoding: base64")), io.LimitReader(endless("YWJj\r\n"), 8<<20)),
		"a boundary":   io.MultiReader(strings.NewReader(head("Content-Type: multipart/mixed; boundary=b")), io.LimitReader(endless("--"), 8<<20)),
		"many parts":   io.MultiReader(strings.NewReader(head("Content-Type: multipart/mixed; boundary=b")), io.LimitReader(endless("--b\r\n\r\n\r\n"), 8<<20)),
		"a part's own": io.MultiReader(strings.NewReader(head("Content-Type: multipart/mixed; boundary=b")+"--b\r\nX: "), io.LimitReader(endless("x"), 8<<20)),
	} {
		peak := &peakReader{r: r}
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		peak.base = before.HeapAlloc
		if err := WriteText(io.Discard, peak, Limits{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if peak.most > 6<<20 {
			t.Errorf("%s: %d bytes of heap", name, peak.most)
		}
	}
}

// endless returns a reader that repeats a text.
func endless(text string) io.Reader { return &repeated{text: strings.Repeat(text, 1000)} }

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
	r          io.Reader
	n          int
	base, most uint64
}

func (p *peakReader) Read(b []byte) (int, error) {
	if p.n++; p.n%128 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if m.HeapAlloc > p.base {
			p.most = max(p.most, m.HeapAlloc-p.base)
		}
	}
	return p.r.Read(b)
}

// FuzzWriteText checks every text: it is UTF-8, and the same for pieces of any
// size.
func FuzzWriteText(f *testing.F) {
	f.Add(head() + "one\r\n")
	f.Add(multi("mixed", "Content-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64\r\n\r\n8NLJ18XU", "Content-Type: image/gif\r\n\r\nGIF"))
	f.Add(multi("alternative", "Content-Type: text/html\r\n\r\n<b>", "\r\nx"))
	f.Add(head("Content-Type: message/rfc822") + head("Content-Transfer-Encoding: quoted-printable") + "a=\r\nb=C3=AF")
	f.Add("Subject: =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=\r\n\r\n\xe9\r\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		var a, b strings.Builder
		errA := WriteText(&a, strings.NewReader(in), Limits{Header: 2000})
		errB := WriteText(&b, iotest.HalfReader(strings.NewReader(in)), Limits{Header: 2000})
		if a.String() != b.String() || errA != errB {
			t.Errorf("%q: %q, %v; by halves %q, %v", in, a.String(), errA, b.String(), errB)
		}
		if !utf8.ValidString(a.String()) {
			t.Errorf("%q: %q", in, a.String())
		}
	})
}
