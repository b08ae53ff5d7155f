package mail_test

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/mail"
)

func ExampleURLs() {
	message := strings.NewReader(`Subject: a page
Content-Base: http://www.example.org/docs/
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>See <a href=3D"../a-long-name-that-goes-over-the-end-of-the-li=
ne.html">this</a>.
`)
	for m, err := range mail.URLs(message, mail.Options{}) {
		if err != nil {
			fmt.Println(m.Line, err)
			continue
		}
		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
		fmt.Printf("%d:%d: %s %v, by %s\n", m.Line, m.Column, u, err, m.Base.From)
	}
	// Output:
	// 2:15: http://www.example.org/docs/ <nil>, by content-base
	// 6:19: http://www.example.org/a-long-name-that-goes-over-the-end-of-the-line.html <nil>, by content-base
}

func ExampleMbox() {
	box := strings.NewReader(`From a@example.org Thu Jan  1 00:00:00 1998
Subject: one

<URL:http://www.example.org/
>From here> is a link.

From b@example.org Thu Jan  1 00:00:01 1998
Subject: two, http://www.example.org/2

`)
	for m, err := range mail.Mbox(box, mail.Options{}) {
		fmt.Println(m.Line, m.URL, err)
	}
	// Output:
	// 4 http://www.example.org/Fromhere <nil>
	// 8 http://www.example.org/2 <nil>
}
