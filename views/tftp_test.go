package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestTFTPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc3617 3", in: "tftp://h/myconfigurationfile;mode=netascii", want: both("host:h,file:myconfigurationfile,mode:netascii")},
		{src: "rfc3617 3", in: "tftp://h/mystartupfile", want: both("host:h,file:mystartupfile")},
		{src: "rfc3617 3", in: "tftp://h/a/b.bin;MODE=Octet", want: both("host:h,file:a/b.bin,mode:Octet"), again: both("tftp://h/a/b.bin;mode=Octet")},
		{src: "curl", in: "tftp://h:6969/a", want: both("host:h,port:6969,file:a")},
		{src: "rfc3617 3", in: "tftp://h//etc/passwd", want: both("host:h,file:/etc/passwd")},
		{src: "rfc3617 3", in: "tftp://h/a/../b", want: both("host:h,file:a/../b")},
		{src: "rfc3617 3", in: "tftp://h/a%3Bmode=octet", want: both("host:h,file:a;mode=octet")},
		{src: "rfc3617 3", in: "tftp://h/a;b;c", want: both("host:h,file:a;b;c"), again: both("tftp://h/a%3Bb%3Bc")},
		{src: "rfc3617 3", in: "tftp://h/a%00b", want: both("host:h,file:a%00b")}, // a guard refuses it
		{src: "rfc3617 3", in: "tftp://h/a?b", want: both("host:h,file:a?b"), again: seen{rfc3986: "tftp://h/a%3Fb"}},
		{src: "rfc3617 3", in: "tftp://h/a;mode=mail", want: both("9 tftp-path")},
		{src: "rfc3617 3", in: "tftp://h/a;mode=", want: both("9 tftp-path")},
		{src: "rfc3617 3", in: "tftp://h/", want: both("9 tftp-path")},
		{src: "rfc3617 3", in: "tftp://h/;mode=octet", want: both("9 tftp-path")},
		{src: "rfc1738 3.1", in: "tftp://h", want: both("8 no-slash")},
		{src: "rfc1738 3.1", in: "tftp://u@h/a", want: both("7 no-user")},
		{src: "rfc1738 3.1", in: "tftp:a", want: both("5 login")},
	})
	testCompose(t, []composeRow{
		{"rfc1738 3.1", TFTP{File: "a"}, both("5 compose-host")},
		{"rfc3617 3", TFTP{Host: "h", File: "a b;mode=octet", Mode: earl.Some("octet")}, both("tftp://h/a%20b%3Bmode=octet;mode=octet")},
		{"rfc3617 3", TFTP{Host: "h"}, both("5 compose-view")},
		{"rfc3617 3", TFTP{Host: "h", File: "a", Mode: earl.Some("mail")}, both("5 compose-view")},
		{"rfc3617 3", TFTP{Host: "h", File: "a", Mode: earl.Field{Value: "octet"}}, both("5 compose-view")},
	})
	if _, err := ParseTFTP(earl.RFC3986.MustParse("ftp://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseTFTP(ftp://h/) = %v, want view-scheme", err)
	}
}

// FuzzTFTP: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzTFTP(f *testing.F) {
	f.Add("host.dom", "69", "a/b.bin", "octet", uint8(3))
	f.Add("[::1]", "", "../;mode=octet", "NetASCII", uint8(2))
	f.Add("h", "x", "\x00\xFF#?;", "", uint8(0))
	f.Fuzz(func(t *testing.T, host, port, file, mode string, flags uint8) {
		v := TFTP{Host: earl.Octets(host), File: earl.Octets(file)}
		if flags&1 == 1 {
			v.Port = earl.Some(earl.Octets(port))
		}
		if flags&2 == 2 {
			v.Mode = earl.Some(earl.Octets(mode))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseTFTP() {
	v, err := ParseTFTP(earl.RFC3986.MustParse("tftp://host.example/boot/config.txt;mode=netascii"))
	fmt.Println("request", v.File, "of", v.Host, "in mode", v.Mode.Value, err)
	// Output: request boot/config.txt of host.example in mode netascii <nil>
}
