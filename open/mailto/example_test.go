package mailto_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

func open1(url string) (*open.Address, error) {
	u, err := earl.RFC3986.Parse(url)
	if err != nil {
		return nil, err
	}
	res, err := open.New(open.Options{}, mailto.Opener{}).Open(context.Background(), u)
	if err != nil {
		return nil, err
	}
	return res.(*open.Address), nil
}

// A draft for a mail program. It leaves out the blind copy that the URL requests.
func ExampleAppendDraft() {
	a, err := open1("mailto:reader@library.example?subject=caf%C3%A9&body=Dear%20reader&bcc=spy@elsewhere.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	draft, err := mailto.AppendDraft(nil, a)
	fmt.Print(strings.ReplaceAll(string(draft), "\r\n", "\n"))
	fmt.Println(err, a.Note)
	// Output:
	// To: reader@library.example
	// Subject: =?utf-8?q?caf=C3=A9?=
	// X-Unsent: 1
	// MIME-Version: 1.0
	// Content-Type: text/plain; charset=utf-8
	// Content-Transfer-Encoding: 7bit
	//
	// Dear reader
	// <nil> [the header bcc is shown, but left out of the email: it may have an effect that the user does not see (rfc6068 4)]
}

// A URL that is safe as an argument of a mail program.
func ExampleLink() {
	a, err := open1("mailto:reader@library.example?attach=/etc/passwd&subject=hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mailto.Link(a))
	// Output: mailto:reader@library.example?subject=hello <nil>
}
