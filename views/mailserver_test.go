package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G7: the parts of a message to a mail server.
func TestMailserverViews(t *testing.T) {
	const draft = "draft-ietf-uri-url-mailserver-01"
	testViews(t, []viewRow{
		{src: draft, in: "mailserver:listserv@example.org/info/get%20index", want: both("addrspec:listserv@example.org,subject:info,body:get index")},
		{src: draft, in: "mailserver:a@b//", want: both("addrspec:a@b,subject:,body:")},
		{src: draft, in: "mailserver:a@b//get%20x%0D%0Aquit", want: both("addrspec:a@b,subject:,body:get x%0D%0Aquit")},
		{src: draft, in: "mailserver:a@b/x%2Fy/z%2F", want: both("addrspec:a@b,subject:x/y,body:z/")},
		{src: draft, in: "mailserver:a@b/x?y/z", want: both("addrspec:a@b,subject:x?y,body:z"), again: both("mailserver:a@b/x%3Fy/z")},
		{src: draft, in: "mailserver:a%0D%0Ab@c//", want: both("addrspec:a%0D%0Ab@c,subject:,body:")}, // the opener refuses it
		{src: draft, in: "mailserver:a@b", want: both("14 mailserver")},
		{src: draft, in: "mailserver:a@b/x", want: both("16 mailserver")},
		{src: draft, in: "mailserver:a@b/x/y/z", want: both("18 mailserver")},
		{src: draft, in: "mailserver:/x/y", want: both("11 mailserver")},
		{src: draft, in: "mailserver:", want: both("11 mailserver")},
	})
	testCompose(t, []composeRow{
		{draft, Mailserver{}, both("11 compose-view")},
		{draft, Mailserver{AddrSpec: "a@b", Subject: "x/y z", Body: "#?%"}, both("mailserver:a@b/x%2Fy%20z/%23%3F%25")},
	})
	if _, err := ParseMailserver(earl.RFC3986.MustParse("mailto:a@b")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseMailserver(mailto:a@b) = %v, want view-scheme", err)
	}
}

// FuzzMailserver: a view of any bytes can be written as a URL that gives the
// same view, in every edition, or is refused. A12.
func FuzzMailserver(f *testing.F) {
	f.Add("a@b", "x", "get y")
	f.Add("", "/", "\r\n")
	f.Add("..", ".", "..")
	f.Add("a?b", "#", "\x00\xFF")
	f.Fuzz(func(t *testing.T, address, subject, body string) {
		for _, e := range editionsUnderTest {
			survives(t, e, Mailserver{earl.Octets(address), earl.Octets(subject), earl.Octets(body)})
		}
	})
}

func ExampleParseMailserver() {
	v, err := ParseMailserver(earl.RFC1738.MustParse("mailserver:listserv@example.org//get%20index"))
	fmt.Println("to", v.AddrSpec, "send", v.Body, err)
	// Output: to listserv@example.org send get index <nil>
}
