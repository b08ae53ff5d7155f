package mail_test

import (
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/mail"
)

// The speed of reading messages, in bytes of the file.
func BenchmarkURLs(b *testing.B) {
	const size = 8 << 20
	for _, test := range []struct{ name, head, line string }{
		{"attachment", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n",
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA\r\n"},
		{"text", "Content-Type: text/plain; charset=utf-8\r\n\r\n", "a line of text as it stands in a message, seldom with a http://h/a in it.\r\n"},
		{"no charset", "Subject: s\r\n\r\n", "a line of text as it stands in a message, seldom with a http://h/a in it.\r\n"},
		{"base64", "Content-Transfer-Encoding: base64\r\n\r\n", "YSBsaW5lIG9mIHRleHQgaW4gd2hpY2ggc29tZXRpbWVzIGEgaHR0cDovL2gvIHN0YW5kcywg\r\n"},
		{"quoted-printable", "Content-Transfer-Encoding: quoted-printable\r\n\r\n", "a line of text as it stands in a message, some=74imes with http=3A//h/a =\r\n"},
		{"flowed", "Content-Type: text/plain; format=flowed\r\n\r\n", "> a line of text as it stands in a message, sometimes with a http://h/a \r\n"},
		{"latin1", "Content-Type: text/plain; charset=iso-8859-1\r\n\r\n", "a line of t\xe9xt as it stands in a m\xe9ssage, sometimes with a http://h/a in it\r\n"},
		{"HTML", "Content-Type: text/html; charset=utf-8\r\n\r\n", "<p>a line of text as it stands in <a href=\"http://h/a\">a message</a>, so.\r\n"},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(size)
			body := strings.Repeat(test.line, 1000)
			for b.Loop() {
				r := io.MultiReader(strings.NewReader(test.head), io.LimitReader(&repeated{text: body}, size))
				for _, err := range mail.URLs(r, mail.Options{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
