package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G8: the parts of imap URLs. The URLs of rfc5092 9 have other hosts here.
func TestIMAPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc5092 9", in: "imap://minbari.dom/gray-council;UIDVALIDITY=385759045/;UID=20/;PARTIAL=0.1024", want: both("scheme:imap,host:minbari.dom,mailbox:gray-council,uidvalidity:385759045,uid:20,partial:0.1024")},
		{src: "rfc5092 9", in: "imap://psicorp.dom/~peter/%E6%97%A5", want: seen{"invalid", "scheme:imap,host:psicorp.dom,mailbox:~peter/%E6%97%A5"}},
		{src: "rfc5092 9", in: "imap://;AUTH=GSSAPI@minbari.dom/gray-council/;uid=20/;section=1.2", want: both("scheme:imap,auth:GSSAPI,host:minbari.dom,mailbox:gray-council,uid:20,section:1.2"), again: both("imap://;AUTH=GSSAPI@minbari.dom/gray-council/;UID=20/;SECTION=1.2")},
		{src: "rfc5092 9", in: "imap://minbari.dom/gray%20council?SUBJECT%20shadows", want: both("scheme:imap,host:minbari.dom,mailbox:gray council,search:SUBJECT shadows")},
		{src: "rfc5092 9", in: "imap://john;AUTH=*@minbari.dom/babylon5/personnel?charset%20UTF-8%20SUBJECT%20a", want: both("scheme:imap,user:john,auth:*,host:minbari.dom,mailbox:babylon5/personnel,search:charset UTF-8 SUBJECT a")},
		{src: "rfc5092 2", in: "imaps://joe@h:1993/", want: both("scheme:imaps,user:joe,host:h,port:1993")},
		{src: "rfc5092 2", in: "imap://h", want: both("scheme:imap,host:h"), again: both("imap://h/")},
		{src: "rfc5092 2", in: "imap://h/INBOX/", want: both("scheme:imap,host:h,mailbox:INBOX"), again: both("imap://h/INBOX")},
		{src: "rfc5092 2", in: "imap://h/a%3Bb%2F%3Fc", want: both("scheme:imap,host:h,mailbox:a;b/?c"), again: both("imap://h/a%3Bb/%3Fc")},
		{src: "rfc5092 6", in: "imap://h/a/;UID=20;urlauth=submit+fred:internal:91354a473744909de610943775f92038", want: both("8 imap-path")},
		{src: "rfc5092 11", in: "imap://h/a/;UID=x", want: both("8 imap-path")},
		{src: "rfc5092 11", in: "imap://h/;UID=1", want: both("8 imap-path")},
		{src: "rfc5092 11", in: "imap://h/a;x=1", want: both("8 imap-path")},
		{src: "rfc5092 11", in: "imap://h/a/;UID=1/;PARTIAL=1.x", want: both("8 imap-path")},
		{src: "rfc5092 11", in: "imap://h/a/;UID=1/;PARTIAL=1/;SECTION=2", want: both("8 imap-path")},
	})
	testCompose(t, []composeRow{
		{"rfc5092 11", IMAP{Host: "h"}, both("1 compose-view")},
		{"rfc5092 11", IMAP{Scheme: "imap", Host: "h", UID: earl.Some("1")}, both("5 compose-view")},
		{"rfc5092 11", IMAP{Scheme: "imap", Host: "h", Mailbox: earl.Some("a/")}, both("5 compose-view")},
		{"rfc5092 11", IMAP{Scheme: "imap", Host: "h", Mailbox: earl.Some("a"), UID: earl.Some("1"), Search: earl.Some("x")}, both("5 compose-view")},
	})
}

// FuzzIMAP: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzIMAP(f *testing.F) {
	f.Add("user", "*", "host.dom", "143", "INBOX", "1", "", "20", "1.2", "0.5")
	f.Add("a/b@c", "", "H", "", "a;b?/;uid=", "", "SUBJECT x?", "", "", "")
	f.Add("", "x", "[::1]", "x", "/", "", "", "1", "\x00\xFF;/", "")
	f.Fuzz(func(t *testing.T, user, auth, host, port, box, validity, search, uid, section, partial string) {
		v := IMAP{Scheme: "imaps", User: someText(user), Auth: someText(auth), Host: earl.Octets(host), Port: someText(port), Mailbox: someText(box),
			UIDValidity: someText(validity), Search: someText(search), UID: someText(uid), Section: someText(section), Partial: someText(partial)}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseIMAP() {
	v, err := ParseIMAP(earl.RFC3986.MustParse("imap://joe@mail.dom/INBOX/;UID=20/;SECTION=1"))
	fmt.Println("part", v.Section.Value, "of message", v.UID.Value, "in", v.Mailbox.Value, err)
	// Output: part 1 of message 20 in INBOX <nil>
}
