package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G8: the view of an sftp URL.
func TestSFTPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "G8", in: "sftp://h/a/b", want: both("host:h,path:[a,b]")},
		{src: "G8", in: "sftp://u:p@h:2222/a/", want: both("user:u,password:xxxxx,host:h,port:2222,path:[a,]")},
		{src: "G8", in: "sftp://h/~/a%2Fb", want: seen{"invalid", "host:h,path:[~,a/b]"}},
		{src: "G8", in: "sftp://h/%7E/a", want: both("host:h,path:[~,a]"), again: seen{"sftp://h/%7E/a", "sftp://h/~/a"}},
		{src: "G8", in: "sftp://h", want: both("host:h")},
		{src: "G8", in: "sftp://h/", want: both("host:h,path:[]")},
		{src: "G8", in: "sftp://u;fingerprint=ssh-ed25519-aa@h/", want: both("user:u;fingerprint=ssh-ed25519-aa,host:h,path:[]")},
		{src: "rfc1738 3.1", in: "sftp:///a", want: seen{"5 login", "7 no-host"}},
		{src: "rfc1738 3.1", in: "sftp:a", want: both("5 login")},
	})
	testCompose(t, []composeRow{
		{"G8", SFTP{User: earl.Some("u"), Host: "h", Path: []earl.Octets{"~", "a b", ""}}, seen{"sftp://u@h/%7E/a%20b/", "sftp://u@h/~/a%20b/"}},
		{"A12", SFTP{}, both("5 compose-host")},
	})
	if _, err := ParseSFTP(earl.RFC3986.MustParse("ftp://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseSFTP(ftp://h/) = %v, want view-scheme", err)
	}
}

// FuzzSFTP: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzSFTP(f *testing.F) {
	f.Add("host.dom", "22", "u", "p", "a", "", true)
	f.Add("[::1]", "", "u;fingerprint=x", "", "~", "a/b", true)
	f.Add("\u037e", "x", "\x00\xFF#?", "@", "..", ".", false)
	f.Fuzz(func(t *testing.T, host, port, user, password, first, second string, all bool) {
		v := SFTP{Host: earl.Octets(host), Path: []earl.Octets{earl.Octets(first), earl.Octets(second)}}
		if all {
			v.Port, v.User, v.Password = earl.Some(earl.Octets(port)), earl.Some(earl.Octets(user)), earl.NewSecret(earl.Octets(password))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseSFTP() {
	v, err := ParseSFTP(earl.RFC3986.MustParse("sftp://joe@host.dom/~/notes.txt"))
	fmt.Println(v.User.Value, "reads", v.Path[1], "in the home directory", err)
	// Output: joe reads notes.txt in the home directory <nil>
}
