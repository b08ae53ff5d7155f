package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G8: the parts of pop URLs. The URLs of rfc2384 5 have other hosts here.
func TestPOPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2384 5", in: "pop://rg@mailsrv.dom/", want: both("scheme:pop,user:rg,host:mailsrv.dom")},
		{src: "rfc2384 5", in: "pop://rg;AUTH=+APOP@mail.dom:8110/", want: both("scheme:pop,user:rg,auth:+APOP,host:mail.dom,port:8110")},
		{src: "rfc2384 5", in: "pop://baz;AUTH=SCRAM-MD5@foo.bar", want: both("scheme:pop,user:baz,auth:SCRAM-MD5,host:foo.bar"), again: both("pop://baz;AUTH=SCRAM-MD5@foo.bar/")},
		{src: "rfc2384 3", in: "pops://baz;auth=*@foo.bar/", want: both("scheme:pops,user:baz,auth:*,host:foo.bar"), again: both("pops://baz;AUTH=*@foo.bar/")},
		{src: "rfc2384 3", in: "pop://h", want: both("scheme:pop,host:h"), again: both("pop://h/")},
		{src: "rfc2384 3", in: "pop://;AUTH=+APOP@h/", want: both("scheme:pop,auth:+APOP,host:h")},
		{src: "rfc2384 3", in: "pop://u%3bAUTH%3Dx@h/", want: both("scheme:pop,user:u,auth:x,host:h"), again: both("pop://u;AUTH=x@h/")},
		{src: "rfc2384 3", in: "pop://u:p@h/12", want: both("scheme:pop,user:u,password:xxxxx,host:h,number:12")},
		{src: "rfc2384 3", in: "pop://u@h/;UID=a%2Fb=", want: both("scheme:pop,user:u,host:h,uid:a/b=")},
		{src: "rfc2384 3", in: "pop://u@h/;uid=x", want: both("scheme:pop,user:u,host:h,uid:x"), again: both("pop://u@h/;UID=x")},
		{src: "rfc2384 3", in: "pop://u@h/INBOX", want: both("9 pop-path")},
		{src: "rfc2384 3", in: "pop://u@h/;UID=", want: both("9 pop-path")},
		{src: "rfc2384 3", in: "pop://u@h/1/2", want: both("9 pop-path")},
		{src: "rfc2384 3", in: "pop:u", want: both("4 login")},
	})
	testCompose(t, []composeRow{
		{"rfc2384 3", POP{Host: "h"}, both("1 compose-view")},
		{"rfc2384 3", POP{Scheme: "pop", Host: "h", User: earl.Some("a;auth=b")}, both("4 compose-view")},
		{"rfc2384 3", POP{Scheme: "pop", Host: "h", User: earl.Some(""), Auth: earl.Some("x")}, both("4 compose-view")},
		{"rfc2384 3", POP{Scheme: "pop", Host: "h", Number: earl.Some("1"), UID: earl.Some("x")}, both("4 compose-view")},
		{"rfc2384 3", POP{Scheme: "pop", Host: "h", UID: earl.Some("a;b?c")}, both("pop://h/;UID=a%3Bb%3Fc")},
	})
}

// FuzzPOP: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzPOP(f *testing.F) {
	f.Add("user", "+APOP", "host.dom", "110", "12", "")
	f.Add("a/b@c", "", "H", "", "", "x;y")
	f.Add(";auth=", "*", "[::1]", "x", "", "\x00\xFF")
	f.Fuzz(func(t *testing.T, user, auth, host, port, number, uid string) {
		v := POP{Scheme: "pops", User: someText(user), Auth: someText(auth), Host: earl.Octets(host), Port: someText(port), Number: someText(number), UID: someText(uid)}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

// someText returns the field with a text, absent if the text is empty.
func someText(text string) earl.Field {
	if text == "" {
		return earl.Field{}
	}
	return earl.Some(earl.Octets(text))
}

func ExampleParsePOP() {
	v, err := ParsePOP(earl.RFC3986.MustParse("pop://joe;AUTH=+APOP@mail.dom/"))
	fmt.Println("the mailbox of", v.User.Value, "at", v.Host, "with", v.Auth.Value, err)
	// Output: the mailbox of joe at mail.dom with +APOP <nil>
}
