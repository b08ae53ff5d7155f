package mail_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// places returns "line:column URL" for each match, and the error for each error.
func places(found iter.Seq2[extract.Match, error]) (list []string) {
	for m, err := range found {
		what := m.URL
		if err != nil {
			what = err.Error()
		}
		list = append(list, fmt.Sprintf("%d:%d %s", m.Line, m.Column, what))
	}
	return list
}

// Messages that are easy to get wrong, with positions counted by hand. SPEC E1,
// E3.
func TestURLs(t *testing.T) {
	text := func(fields string) string { return "Subject: s\n" + fields + "\n\n" }
	for _, test := range []struct {
		src, in string
		want    []string
	}{
		{"rfc5322: a message without a header", "see http://h/a", []string{"1:5 http://h/a"}},
		{"rfc5322: a scheme that looks like a field", "http://h/a\n\nhttp://h/b", []string{"1:1 http://h/a", "3:1 http://h/b"}},
		{"rfc5322: empty lines before", "\n\r\nX: http://h/a", []string{"3:4 http://h/a"}},
		{"rfc5322 2.2.3: a fold in a wrapper", "X: <http://h/\n a>\n", []string{"1:5 http://h/a"}},
		{"rfc5322 3.6.4: an identifier is no URL", "Message-ID: <news:a@b>\nReferences: <news:a@b>\n\n", nil},
		{"rfc2369 2: white space in brackets", "LIST-Post : <mailto:a\t\r\n @b>\n", []string{"1:14 mailto:a@b"}},
		{"rfc2369: no brackets", "List-Help: http://h/a, http://h/b <http://h/c", []string{"1:12 http://h/a", "1:24 http://h/b", "1:36 http://h/c"}},
		{"rfc1738 appendix: the prefix in brackets", "Archived-At: < URL: http://h/a >\n", []string{"1:21 http://h/a"}},
		{"rfc2045 5.2: a type that is none", text("Content-Type: ;; text") + "http://h/a", []string{"4:1 http://h/a"}},
		{"rfc2045 6: an encoding that nobody knows", text("Content-Transfer-Encoding: x") + "http://h/=41", []string{"4:1 http://h/=41"}},
		{"rfc2045 6.7: at the end of the file", text("Content-Transfer-Encoding: quoted-printable") + "http://h/=4", []string{"4:1 http://h/=4"}},
		{"rfc2045 6.7: white space before a line end", text("Content-Transfer-Encoding: quoted-printable") + "<http://h/ \t\r\n a>", []string{"4:2 http://h/a"}},
		{"rfc2045 6.7: a soft break with white space at the end", text("Content-Transfer-Encoding: quoted-printable") + "http://h/a= ", []string{"4:1 http://h/a"}},
		{"rfc5322 2.1.1: no line has so much white space", text("Content-Transfer-Encoding: quoted-printable") + "http://h/a=" + strings.Repeat(" ", 998) + "\nb", []string{"4:1 http://h/a="}},
		{"rfc5322 2.1.1: nor so many quotation marks", text("Content-Type: text/plain; format=flowed; delsp=yes") +
			strings.Repeat(strings.Repeat(">", 999)+"http://h/ \n", 2), []string{"4:1000 http://h/", "5:1000 http://h/"}},
		{"rfc2045 6.8: padding inside, and half a group", text("Content-Transfer-Encoding: base64") + "aHR0cA==\nOi8vaC\n9h\nYg", []string{"4:1 http://h/ab"}},
		{"rfc2045 6.8: what is foreign is reported in its turn", text("Content-Transfer-Encoding: base64") + "IGh0dHA6Ly9oL2EgIA==!!IGZ0cDovL2gvYSAg",
			[]string{"4:1 http://h/a", "4:21 " + mail.ErrBase64.Error(), "4:23 ftp://h/a"}},
		{"rfc2046 4.2: what is no text", text("Content-Type: application/pdf") + "http://h/a", nil},
		{"rfc2046 4.1.4: a text that nobody knows", text("Content-Type: text/x-new") + "http://h/a", []string{"4:1 http://h/a"}},
		{"rfc2046 5.1.1: no final boundary, and one that goes on", text("Content-Type: multipart/mixed; boundary=b") + "--b\n\nhttp://h/a\n--bc\nhttp://h/b\n--b \t\nX: http://h/c",
			[]string{"6:1 http://h/a", "8:1 http://h/b", "10:4 http://h/c"}},
		{"rfc2046 5.1.2: a boundary of what is around ends what is in it", text("Content-Type: multipart/mixed; boundary=b") +
			"--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nhttp://h/a\n--b\nContent-Transfer-Encoding: quoted-printable\n\nhttp://h/=62\n--c\n--b--\n",
			[]string{"9:1 http://h/a", "13:1 http://h/b"}},
		{"rfc2046 5.1.1: a header that a boundary ends", text("Content-Type: multipart/mixed; boundary=b") + "--b\nX: http://h/a\n--b\n\nhttp://h/b\n--b--",
			[]string{"5:4 http://h/a", "8:1 http://h/b"}},
		{"rfc2046 5.1: a boundary that is not there", text("Content-Type: multipart/mixed; boundary=b") + "--c\n\nhttp://h/a\n--c--",
			[]string{"6:1 http://h/a", "2:15 " + mail.ErrBoundary.Error()}},
		{"rfc2045 6.4: a multipart that was encoded", text("Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64") + "LS1iCgpodHRwOi8vaC9hCi0tYi0t",
			[]string{"2:15 " + mail.ErrBoundary.Error()}},
		{"rfc2231: a boundary in pieces", text("Content-Type: multipart/mixed; boundary*0=\"b \"; boundary*1=c") + "--b c\nContent-Transfer-Encoding: base64\n\naHR0cDovL2gvYQ==\n--b c--",
			[]string{"7:1 http://h/a"}},
		{"rfc2046 5.2.1: news", text("Content-Type: message/news") + "Subject: http://h/a\n\nhttp://h/b", []string{"4:10 http://h/a", "6:1 http://h/b"}},
		{"rfc2046 5.2.3: a body that is elsewhere", text("Content-Type: message/external-body; access-type=URL;\n URL=\"ftp://h/a\"") + "Content-ID: <x@y>\n\n", []string{"3:7 ftp://h/a"}},
		{"rfc2047: words and what are none", "Subject: =?utf-8?x?a?= =?utf-8?q?http://h/=61?= =?utf-8?b?L2I=?= b\n", []string{"1:34 http://h/a/b"}},
		{"rfc2047 6.3: what cannot be decoded stands as it is", "Subject: =?utf-8?B?http://h/a?=\n", []string{"1:20 http://h/a?="}},
		{"rfc3676 4.4: a line that was stuffed", text("Content-Type: text/plain; format=flowed; delsp=yes") + "http://h/ \n a \n>From \n", []string{"4:1 http://h/a"}},
		{"rfc3676 4.5: another depth of quotation", text("Content-Type: text/plain; format=flowed; delsp=yes") + "> http://h/ \n>> a\n", []string{"4:3 http://h/"}},
		{"rfc3676 4.3: a signature", text("Content-Type: text/plain; format=flowed; delsp=yes") + "http://h/ \n-- \nhttp://h/b \n--c\n", []string{"4:1 http://h/", "6:1 http://h/b--c"}},
	} {
		if got := places(mail.URLs(strings.NewReader(test.in), mail.Options{})); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q\ngives %q\nwant  %q", test.src, test.in, got, test.want)
		}
	}
}

// Charsets that appear in messages: each text is " http://h/ー .", or has é if
// the charset has no ー, in bytes written by hand.
func TestCharsets(t *testing.T) {
	for label, test := range map[string]struct{ octets, url string }{
		"utf-8":            {" http://h/\xe3\x83\xbc .", "http://h/ー"},
		"":                 {" http://h/\xe9 .", "http://h/é"},
		"us-ascii":         {" http://h/\xc3\xa9 .", "http://h/é"},
		"unknown":          {" http://h/\xe3\x83\xbc\xe3\x83\xbca\xe3\x83\xbc\xe9 .", "http://h/ーーaーé"},
		"x-klingon":        {" http://h/\xe9\xe9 .", "http://h/éé"},
		"iso-8859-1":       {" http://h/\xc3\xa9 .", "http://h/Ã©"}, // UTS #58: © is a part of the URL
		"Windows-1252":     {" http://h/\xe9 .", "http://h/é"},
		"koi8-r":           {" http://h/\xc1 .", "http://h/а"},
		"shift_jis":        {" http://h/\x81\x5b .", "http://h/ー"},
		"iso-2022-jp":      {" http://h/\x1b$B!<\x1b(B .", "http://h/ー"},
		"gb18030":          {" http://h/\xa9\x60 .", "http://h/ー"},
		"utf-16":           {"\x00 \x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x30\xfc\x00 \x00.", "http://h/ー"},
		"UTF-16LE":         {" \x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00\xfc\x30 \x00.\x00", "http://h/ー"},
		" hz-gb-2312 ":     {" http://h/ .", "http://h/"},
		"\"utf-16\" (b)":   {"\xff\xfe \x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00\xfc\x30 \x00", "http://h/ー"},
		"\"unknown-8bit\"": {" http://h/\xe9\xff .", "http://h/éÿ"},
	} {
		for _, encode := range []bool{false, true} {
			message, body := "Content-Type: text/plain; charset="+label+"\n", test.octets
			if encode {
				message, body = message+"Content-Transfer-Encoding: base64\n", base64.StdEncoding.EncodeToString([]byte(body))
			}
			message += "\n"
			found := 0
			for m, err := range mail.URLs(strings.NewReader(message+body+"\n"), mail.Options{}) {
				if found++; err != nil || m.URL != test.url {
					t.Errorf("%s, base64 %t: %q, %v, want %q", label, encode, m.URL, err, test.url)
				}
				at := strings.IndexByte(test.octets, 'h')
				if test.octets[at-1] == 0 && label == "utf-16" {
					at-- // the character begins with a NUL
				}
				if encode {
					at = at / 3 * 4
				}
				if at += len(message); m.Offset != int64(at) {
					t.Errorf("%s, base64 %t: at %d, want %d", label, encode, m.Offset, at)
				}
			}
			if found != 1 {
				t.Errorf("%s, base64 %t: found %d", label, encode, found)
			}
		}
	}
}

// An mbox is split where a message begins, and only there. SPEC E3.
func TestMbox(t *testing.T) {
	for _, test := range []struct {
		src, in string
		want    []string
	}{
		{"rfc4155", "From a Thu Jan  1 00:00:00 1970\nSubject: http://h/a\n\nhttp://h/b\n\nFrom b Thu Jan  1 00:00:00 1970\nContent-Transfer-Encoding: base64\n\naHR0cDovL2gvYw==\n",
			[]string{"2:10 http://h/a", "4:1 http://h/b", "9:1 http://h/c"}},
		{"no line before the first", "Subject: http://h/a\n\n\nFrom b 00:00\n\nhttp://h/b", []string{"1:10 http://h/a", "6:1 http://h/b"}},
		{"a sentence", "From a 00:00\nContent-Transfer-Encoding: quoted-printable\n\n\nFrom http://h/a on\n\nhttp://h/=62", []string{"5:6 http://h/a", "7:1 http://h/b"}},
		{"no empty line before", "From a 00:00\nContent-Transfer-Encoding: quoted-printable\n\nx\nFrom b 00:00\nhttp://h/=62", []string{"6:1 http://h/b"}},
		{"CR LF, and a part that never ends", "From a 00:00\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhttp://h/a\r\n\r\nFrom b 00:00\r\n\r\n--b\r\nContent-Type: image/gif\r\n\r\nhttp://h/b\r\n",
			[]string{"6:1 http://h/a", "13:1 http://h/b"}},
		{"a message within an encoded one has no such lines", "From a 00:00\nContent-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n" +
			"Content-Transfer-Encoding: quoted-printable\n\n=46rom b 00:00\nhttp://h/=3D61\n", []string{"8:1 http://h/a"}},
		{"nothing", "", nil},
		{"only lines between", "From a 00:00\n\nFrom b 00:00\n\nFrom c 00:00", nil},
		{"parts are counted for each", strings.Repeat("From a 00:00\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n\n", 3), nil},
	} {
		o := mail.Options{Limits: mail.Limits{Parts: 1}}
		if got := places(mail.Mbox(strings.NewReader(test.in), o)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q\ngives %q\nwant  %q", test.src, test.in, got, test.want)
		}
	}
}

// A page with a very late BASE: the URLs before it are found, and their
// positions are reported as not known.
func TestForgottenPlace(t *testing.T) {
	r := io.MultiReader(strings.NewReader("Content-Type: text/html\n\n<head><link href=a><script>"),
		io.LimitReader(&repeated{text: strings.Repeat("x", 99) + "\n"}, 12<<20), strings.NewReader("</script><base href=http://h/></head><a href=b>"))
	list := read(r, false, mail.Options{})
	if len(list) != 3 || list[0].err != mail.ErrForgotten.Error() || list[0].m.URL != "a" || list[0].m.Base.URL.String() != "http://h/" || list[0].m.Line != 0 {
		t.Errorf("got %+v", list)
	}
	if len(list) == 3 && (list[2].err != "" || list[2].m.Line != 3+12<<20/100) {
		t.Errorf("got %+v", list[2])
	}
}
