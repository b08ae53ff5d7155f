package views

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// G5: the parts of ldap URLs. The URLs of rfc4516 4 have other hosts here.
func TestLDAPViews(t *testing.T) {
	const dn = "dn:o=University of Michigan,c=US"
	testViews(t, []viewRow{
		{src: "rfc4516 4", in: "ldap://h/o=University%20of%20Michigan,c=US", want: both("scheme:ldap,host:h," + dn)},
		{src: "rfc4516 4", in: "ldaps://h:6666/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)", want: both("scheme:ldaps,host:h,port:6666," + dn + ",scope:sub,filter:(cn=Babs Jensen)")},
		{src: "rfc4516 4", in: "ldap://h/o=University%20of%20Michigan,c=US?postalAddress", want: both("scheme:ldap,host:h," + dn + ",attributes:[postalAddress]")},
		{src: "rfc4516 4", in: "ldap://h/c=GB?objectClass,cn;lang-en?ONE", want: both("scheme:ldap,host:h,dn:c=GB,attributes:[objectClass,cn;lang-en],scope:ONE")},
		{src: "rfc4516 4", in: "ldap://h/o=Question%3F,c=US?mail", want: both("scheme:ldap,host:h,dn:o=Question?,c=US,attributes:[mail]")},
		{src: "rfc4516 4", in: `ldap://h/o=Babsco,c=US???(four-octet=%5C00%5C04)`, want: both(`scheme:ldap,host:h,dn:o=Babsco,c=US,filter:(four-octet=\\00\\04)`)},
		{src: "rfc4516 4", in: `ldap://h/o=An%20Example%5C2C%20Inc.,c=US`, want: both(`scheme:ldap,host:h,dn:o=An Example\\2C Inc.,c=US`)},
		{src: "rfc4516 4", in: "ldap://h/??sub??e-bindname=cn=Manager%2Cdc=example", want: both("scheme:ldap,host:h,dn:,scope:sub,extensions:[name:e-bindname,value:cn=Manager,dc=example]")},
		{src: "rfc4516 4", in: "ldap://h/????!bindname=cn=a%2Cc=b,x", want: both("scheme:ldap,host:h,dn:,extensions:[name:!bindname,value:cn=a,c=b,name:x,value:]")},
		{src: "rfc4516 2", in: "ldap:///o=x,c=US", want: both("scheme:ldap,host:,dn:o=x,c=US")},
		{src: "rfc4516 2", in: "ldap://h", want: both("scheme:ldap,host:h,dn:"), again: both("ldap://h/")},
		{src: "rfc4516 2", in: "ldap://h/????", want: both("scheme:ldap,host:h,dn:"), again: both("ldap://h/")},
		{src: "rfc4516 2", in: "ldap://h/a?b??", want: both("scheme:ldap,host:h,dn:a,attributes:[b]"), again: both("ldap://h/a?b")},
		{src: "rfc4516 2.1", in: "ldap://h/????x=", want: both("scheme:ldap,host:h,dn:,extensions:[name:x,value:]"), again: both("ldap://h/????x")},
		{src: "rfc4516 2", in: "ldap://h/a??two", want: both("10 ldap-parts")},
		{src: "rfc4516 2", in: "ldap://h/a??sub?f?e?g", want: both("10 ldap-parts")},
		{src: "rfc4516 2", in: "ldap://h/a?b,,c", want: both("10 ldap-parts")},
		{src: "rfc4516 2", in: "ldap://h/a????=x", want: both("10 ldap-parts")},
		{src: "rfc4516 2", in: "ldap://u@h/a", want: both("7 no-user")},
		{src: "rfc4516 2", in: "ldap://:389/a", want: seen{"5 login", "7 no-host"}},
	})
	testCompose(t, []composeRow{
		{"rfc4516 2", LDAP{Host: "h"}, both("1 compose-view")},
		{"rfc4516 2", LDAP{Scheme: "ldap", Host: "h", DN: "a?b#c"}, both("ldap://h/a%3Fb%23c")},
		{"rfc4516 2", LDAP{Scheme: "ldap", Host: "h", Scope: earl.Some("two")}, both("5 compose-view")},
		{"rfc4516 2", LDAP{Scheme: "ldap", Host: "h", Scope: earl.Some("")}, both("5 compose-view")},
		{"rfc4516 2.1", LDAP{Scheme: "ldap", Host: "h", Attributes: []earl.Octets{"a,b"}}, both("ldap://h/?a%2Cb")},
		{"rfc4516 2.1", LDAP{Scheme: "ldap", Host: "h", Extensions: []earl.Pair{{Name: "a=b", Value: "c=,d"}}}, both("ldap://h/????a%3Db=c=%2Cd")},
		{"rfc4516 2", LDAP{Scheme: "ldap", Host: "h", Extensions: []earl.Pair{{Name: "", Value: "c"}}}, both("5 compose-view")},
		{"rfc4516 2", LDAP{Scheme: "ldap", Port: earl.Some("1")}, both("5 compose-host")},
	})
}

// FuzzLDAP: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzLDAP(f *testing.F) {
	f.Add("host.dom", "389", "dc=a", "cn,sn", "sub", "(a=b)", "!x=1,y")
	f.Add("", "", "a?b,c#", "", "", "", "")
	f.Add("[::1]", "x", "\x00\xFF", "a%b", "ONE", "?", "=")
	f.Fuzz(func(t *testing.T, host, port, dn, attributes, scope, filter, extensions string) {
		v := LDAP{Scheme: "ldap", Host: earl.Octets(host), DN: earl.Octets(dn), Scope: nonEmpty(scope), Filter: nonEmpty(filter)}
		if port != "" {
			v.Port = earl.Some(earl.Octets(port))
		}
		for name := range strings.SplitSeq(attributes, "|") {
			if name != "" {
				v.Attributes = append(v.Attributes, earl.Octets(name))
			}
		}
		for pair := range strings.SplitSeq(extensions, "|") {
			name, value, _ := strings.Cut(pair, "=")
			if name != "" {
				v.Extensions = append(v.Extensions, earl.Pair{Name: earl.Octets(name), Value: earl.Octets(value)})
			}
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseLDAP() {
	v, err := ParseLDAP(earl.RFC3986.MustParse("ldap://host.dom/dc=example,dc=org?cn,mail?sub?(cn=Jane*)"))
	fmt.Println("below", v.DN, "the", v.Attributes, "of", v.Filter.Value, err)
	// Output: below dc=example,dc=org the [cn mail] of (cn=Jane*) <nil>
}
