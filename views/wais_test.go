package views

import (
	"testing"

	"github.com/earl-url/earl"
)

// waisHit is a document in the notation of Lynx and libwww, and waisID its
// document-id.
const (
	waisHit = "1=wais.example.org%3A2211;2=/pub/db/books;3=0%20369%20/pub/docs/02-short.txt;4=wais.example.org%3A2211;5=/pub/db/books;6=0%20369%20/pub/docs/02-short.txt;7=%00;"
	waisID  = "\x01\x15wais.example.org:2211\x02\x0d/pub/db/books\x03\x1c0 369 /pub/docs/02-short.txt" +
		"\x04\x15wais.example.org:2211\x05\x0d/pub/db/books\x06\x1c0 369 /pub/docs/02-short.txt\x07\x01\x00"
)

func TestWAISViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B13", in: "wais://h:210/db", want: both("host:h,port:210,database:db")},
		{src: "B31", in: "wais://h/", want: both("host:h,database:")},
		{src: "B13", in: "wais://h/db?a+b;c:@&=%20", want: both("host:h,database:db,search:a+b;c:@&= ")},
		{src: "B13 A6", in: "wais://h/db?", want: both("host:h,database:db,search:")},
		{src: "B13", in: "wais://h/db/TEXT/%01%02a%2F", want: both("host:h,database:db,wtype:TEXT,wpath:%01%02a/")},
		{src: "B31", in: "wais://h///", want: both("host:h,database:,wtype:,wpath:")},
		{src: "B31", in: "wais://h/a%2Fb%3Fc/T%2F/%3B%3D", want: both("host:h,database:a/b?c,wtype:T/,wpath:;=")},
		{src: "B31", in: "wais://h/db/", want: seen{"invalid", "9 wais-path"}},
		{src: "B31", in: "wais://h/db/TEXT", want: seen{"invalid", "9 wais-path"}},
		{src: "B31", in: "wais://h/db/TEXT/x?y", want: seen{"invalid", "9 wais-path"}},
		{src: "B31", in: "wais://h", want: seen{"invalid", "8 no-slash"}},
		{src: "B31", in: "wais://u@h/db", want: seen{"invalid", "7 no-user"}},
		// Not in the grammar of RFC 1738: the notation of old clients.
		{src: "B13 DESIGN 3", in: "wais://h/db/TEXT/369/1=a%3A1;2=/b;7=%00;", want: seen{"invalid", "host:h,database:db,wtype:TEXT,length:369,wpath:%01%03a:1%02%02/b%07%01%00"}},
		{src: "DESIGN 3", in: "wais://h/db/TEXT/1=a;7=%00", want: seen{"invalid", "host:h,database:db,wtype:TEXT,wpath:%01%01a%07%01%00"}, again: seen{"", "wais://h/db/TEXT/%01%01a%07%01%00"}},
		{src: "DESIGN 3", in: "wais://h/db/TEXT/0/1%3Da;7%3d%00;", want: seen{"invalid", "host:h,database:db,wtype:TEXT,length:0,wpath:%01%01a%07%01%00"}, again: seen{"", "wais://h/db/TEXT/0/1=a;7=%00;"}},
		{src: "B13", in: "wais://h/db/TEXT/369/a%2Fb", want: seen{"invalid", "host:h,database:db,wtype:TEXT,length:369,wpath:a/b"}},
		{src: "B31", in: "wais://h/db/TEXT/a/./../b", want: seen{"invalid", "host:h,database:db,wtype:TEXT,wpath:a/./../b"}, again: seen{"", "wais://h/db/TEXT/a%2F.%2F..%2Fb"}},
		{src: "DESIGN 3", in: "wais://h/db/TEXT/0=a;", want: seen{"invalid", "host:h,database:db,wtype:TEXT,wpath:0=a;"}, again: seen{"", "wais://h/db/TEXT/0%3Da%3B"}},
		{src: "DESIGN 3", in: "wais://h/db/TEXT/128=a;", want: seen{"invalid", "host:h,database:db,wtype:TEXT,wpath:128=a;"}, again: seen{"", "wais://h/db/TEXT/128%3Da%3B"}},
		{src: "DESIGN 3", in: "wais://h/db/TEXT/1=a;;", want: seen{"invalid", "host:h,database:db,wtype:TEXT,wpath:1=a;;"}, again: seen{"", "wais://h/db/TEXT/1%3Da%3B%3B"}},
	})
}

// The spellings of one document-id that are in use (B14).
func TestWAISDocumentID(t *testing.T) {
	const head = "wais://127.0.0.1:2210/books/TEXT/"
	for _, row := range []struct {
		src  string
		e    *earl.Edition
		tail string
	}{
		{"Lynx", earl.RFC3986, "369/" + waisHit},
		{"Lynx, no length", earl.RFC3986, waisHit},
		{"Lynx, no last semicolon", earl.RFC3986, "369/" + waisHit[:len(waisHit)-1]},
		{"draft1993, = escaped", earl.RFC3986, "369/1%3Dwais.example.org%3A2211;2%3D/pub/db/books;3%3D0%20369%20/pub/docs/02-short.txt;4%3Dwais.example.org%3A2211;5%3D/pub/db/books;6%3D0%20369%20/pub/docs/02-short.txt;7%3D%00;"},
		{"rfc1738, escaped", earl.RFC1738, "1%3Dwais.example.org%3A2211%3B2%3D%2Fpub%2Fdb%2Fbooks%3B3%3D0%20369%20%2Fpub%2Fdocs%2F02-short.txt%3B4%3Dwais.example.org%3A2211%3B5%3D%2Fpub%2Fdb%2Fbooks%3B6%3D0%20369%20%2Fpub%2Fdocs%2F02-short.txt%3B7%3D%00%3B"},
		{"rfc1738, escaped twice", earl.RFC1738, "1%3Dwais.example.org%253A2211%3B2%3D%2Fpub%2Fdb%2Fbooks%3B3%3D0%2520369%2520%2Fpub%2Fdocs%2F02-short.txt%3B4%3Dwais.example.org%253A2211%3B5%3D%2Fpub%2Fdb%2Fbooks%3B6%3D0%2520369%2520%2Fpub%2Fdocs%2F02-short.txt%3B7%3D%2500%3B"},
	} {
		v, err := ParseWAIS(row.e.MustParse(head + row.tail))
		if err != nil || v.DocumentID() != waisID {
			t.Errorf("%s: DocumentID = %q, %v", row.src, v.DocumentID(), err)
		}
	}
	// A document in a list of Lynx is unchanged, byte for byte; RFC 1738 has
	// the id itself.
	v := WAIS{Host: "127.0.0.1", Port: earl.Some("2210"), Database: "books", WType: earl.Some("TEXT"), Length: earl.Some("369"), WPath: earl.Some(waisID)}
	if u, err := v.URL(earl.RFC3986); err != nil || u.String() != head+"369/"+waisHit {
		t.Errorf("URL = %q, %v", u, err)
	}
	v.Length = earl.Field{}
	u, err := v.URL(earl.RFC1738)
	if back, _ := ParseWAIS(u); err != nil || back != v || back.DocumentID() != waisID {
		t.Errorf("URL = %q, %v", u, err)
	}
}

func TestWAISCompose(t *testing.T) {
	w := func(v WAIS) WAIS {
		v.Host = "h"
		return v
	}
	testCompose(t, []composeRow{
		{"B31", w(WAIS{}), both("wais://h/")},
		{"B31", w(WAIS{WType: earl.Some("T")}), both("5 compose-view")},
		{"B31", w(WAIS{WPath: earl.Some("T")}), both("5 compose-view")},
		{"B31", w(WAIS{Search: earl.Some(""), WType: earl.Some("T"), WPath: earl.Some("T")}), both("5 compose-view")},
		{"B31", w(WAIS{Length: earl.Some("1")}), both("5 compose-view")},
		{"B13", w(WAIS{WType: earl.Some("T"), WPath: earl.Some("x"), Length: earl.Some("1")}), seen{"8 wais-path", "wais://h//T/1/x"}},
		{"B13", w(WAIS{WType: earl.Some("T"), WPath: earl.Some(""), Length: earl.Some("1")}), both("5 compose-view")},
		{"B13", w(WAIS{WType: earl.Some("T"), WPath: earl.Some("x"), Length: earl.Some("12345678901")}), both("5 compose-view")},
		{"B31", w(WAIS{Database: ";/?:@&=", Search: earl.Some(";/?:@&=")}), seen{"wais://h/%3B%2F%3F%3A%40%26%3D?;%2F%3F:@&=", "wais://h/%3B%2F%3F%3A%40%26%3D?;%2F%3F:@&="}},
		{"3.1", WAIS{}, both("5 compose-host")},
	})
}

// A record's length is in base 128; other lengths than appendRecord writes are
// not accepted.
func TestWAISRecords(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 1068, 16383, 16384, 99158} {
		value := earl.Octets(make([]byte, n))
		id := earl.Octets(appendRecord(nil, 3, value))
		tag, got, rest, ok := cutRecord(id)
		if !ok || tag != 3 || got != value || rest != "" {
			t.Errorf("cutRecord of %d bytes = %d, %d, %d, %v", n, tag, len(got), len(rest), ok)
		}
	}
	if got := earl.Octets(appendRecord(nil, 1, earl.Octets(make([]byte, 1068))))[:3]; got != "\x01\x88\x2c" {
		t.Errorf("1068 is %q", got)
	}
	for _, id := range []earl.Octets{"", "\x01", "\x00\x00", "\x80\x00", "\x01\x80\x01a", "\x01\x02a", "\x01\x81", "\x01\x81\x81\x81\x81\x01"} {
		if isRecords(id) {
			t.Errorf("isRecords(%q)", id)
		}
	}
}

// Servers read an unescaped "+" of a URL as a space, and an escaped one as a
// plus, in every edition. Composing the URL again keeps both.
func TestWAISWords(t *testing.T) {
	for _, e := range fiveEditions {
		v, err := ParseWAIS(e.MustParse("wais://h/db?a+b%2Bc%20d"))
		if err != nil || v.Words() != "a b+c d" {
			t.Errorf("%s: words %q, %v", e.Name(), v.Words(), err)
		}
		u, err := v.URL(e)
		again, _ := ParseWAIS(u)
		if err != nil || again != v {
			t.Errorf("%s: composed again %q, %v", e.Name(), u, err)
		}
		for _, other := range []earl.Octets{"", "b a+c d", "a+b+c+d", "x", "a+b+c d and more"} {
			v.Search = earl.Some(other)
			if v.Words() != other && other != "a+b+c+d" {
				t.Errorf("%s: of %q the words are %q", e.Name(), other, v.Words())
			}
		}
	}
}
