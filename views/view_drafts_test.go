package views

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// fiveEditions are the editions that do not rewrite URLs.
var fiveEditions = []*earl.Edition{earl.Draft1993, earl.Draft1994, earl.RFC1738, earl.Draft1996, earl.RFC3986}

// A draftRow is one URL and its view under each draft; the columns are those of
// a viewRow.
type draftRow struct {
	src, in          string
	d93, d94, d96    string
	ag93, ag94, ag96 string // the URL of the view, if it is not in
}

func testDraftViews(t *testing.T, rows []draftRow) {
	t.Helper()
	for _, row := range rows {
		testView(t, earl.Draft1993, row.src, row.in, row.d93, row.ag93)
		testView(t, earl.Draft1994, row.src, row.in, row.d94, row.ag94)
		testView(t, earl.Draft1996, row.src, row.in, row.d96, row.ag96)
	}
}

func TestDraftProsperoViews(t *testing.T) {
	testDraftViews(t, []draftRow{
		{src: "B34 R17", in: "prospero://h/n%00", d93: "host:h,hsoname:n,version:", d94: "host:h,hsoname:n%00", d96: "host:h,hsoname:n%00"},
		{src: "B16 B34", in: "prospero://h/n%00012", d93: "host:h,hsoname:n,version:012", d94: "host:h,hsoname:n%00012", d96: "host:h,hsoname:n%00012"},
		{src: "B34 R17", in: "prospero://h/n%00%00attr", d93: "host:h,hsoname:n,version:,attributes:[attr]", d94: "host:h,hsoname:n%00%00attr", d96: "host:h,hsoname:n%00%00attr"},
		{src: "B34 R17", in: "prospero://h//p/n%003%00a%00b1", d93: "host:h,hsoname:/p/n,version:3,attributes:[a,b1]", d94: "host:h,hsoname:/p/n%003%00a%00b1", d96: "host:h,hsoname:/p/n%003%00a%00b1"},
		{src: "B34 R17", in: "prospero://h/n%00%00", d93: "invalid", d94: "host:h,hsoname:n%00%00", d96: "host:h,hsoname:n%00%00"},
		{src: "B34", in: "prospero://h/n%00x", d93: "invalid", d94: "host:h,hsoname:n%00x", d96: "host:h,hsoname:n%00x"},
		{src: "B33 R15", in: "prospero://h//a/../b;c", d93: "host:h,hsoname:/a/../b;c", d94: "invalid", d96: "20 prospero-field"},
		{src: "B33", in: "prospero://h/n;a=b=c", d93: "invalid", d94: "host:h,hsoname:n,fields:[name:a,value:b=c]", ag94: "prospero://h/n;a=b%3Dc", d96: "14 prospero-field"},
		{src: "B16", in: "prospero://h/n", d93: "host:h,hsoname:n", d94: "host:h,hsoname:n", d96: "host:h,hsoname:n"},
	})
	for _, row := range []struct {
		src  string
		v    Prospero
		want [2]string // draft1993, all others
	}{
		{"B34", Prospero{Host: "h", HSOName: "a+b;c", Version: earl.Some("1"), Attributes: []earl.Octets{"x"}}, [2]string{"prospero://h/a+b;c%001%00x", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some("")}, [2]string{"prospero://h/a%00", "9 compose-view"}},
		{"B34 R17", Prospero{Host: "h", HSOName: "a", Attributes: []earl.Octets{"x"}}, [2]string{"9 compose-view", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a\x00"}, [2]string{"9 compose-view", "prospero://h/a%00"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Fields: []earl.Pair{{Name: "a", Value: "b"}}}, [2]string{"9 compose-view", "prospero://h/a;a=b"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some("x")}, [2]string{"14 prospero-field", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some(""), Attributes: []earl.Octets{""}}, [2]string{"14 prospero-field", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some(""), Attributes: []earl.Octets{"\x00"}}, [2]string{"9 compose-view", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some("\x000"), Attributes: []earl.Octets{"1"}}, [2]string{"9 compose-view", "9 compose-view"}},
		{"B34", Prospero{Host: "h", HSOName: "a", Version: earl.Some(""), Attributes: []earl.Octets{"b\x00c"}}, [2]string{"9 compose-view", "9 compose-view"}},
	} {
		for _, e := range fiveEditions {
			want := row.want[1]
			if e == earl.Draft1993 {
				want = row.want[0]
			}
			u, err := row.v.URL(e)
			got := u.String()
			if err != nil {
				got = failed(err)
			}
			if got != want {
				t.Errorf("%s: %#v.URL(%s) = %s, want %s", row.src, row.v, e.Name(), got, want)
			}
		}
	}
}

func TestDraftGopherViews(t *testing.T) {
	testDraftViews(t, []draftRow{
		{src: "B7", in: "gopher://h/7s?a+b%2Bc", d93: "scheme:gopher,host:h,type:7,selector:s,search:a b+c",
			d94: "scheme:gopher,host:h,type:7,selector:s?a+b+c", ag94: "gopher://h/7s?a+b+c",
			d96: "scheme:gopher,host:h,type:7,selector:s?a+b+c", ag96: "gopher://h/7s%3Fa+b+c"},
		{src: "B7", in: "gopher://h?a", d93: "scheme:gopher,host:h,selector:,search:a,nopath:true", d94: "invalid",
			d96: "scheme:gopher,host:h?a,selector:,nopath:true", ag96: "gopher://h%3Fa"},
		{src: "B7", in: "gopher://h/?a", d93: "scheme:gopher,host:h,selector:,search:a",
			d94: "scheme:gopher,host:h,type:?,selector:a", d96: "scheme:gopher,host:h,type:?,selector:a", ag96: "gopher://h/%3Fa"},
		{src: "B7", in: "gopher://h/7s?%20a+%20+b%20", d93: "scheme:gopher,host:h,type:7,selector:s,search: a   b ", ag93: "gopher://h/7s?%20a%20%20%20b%20",
			d94: "scheme:gopher,host:h,type:7,selector:s? a+ +b ", d96: "scheme:gopher,host:h,type:7,selector:s? a+ +b ", ag96: "gopher://h/7s%3F%20a+%20+b%20"},
		{src: "B7", in: "gopher://h/7s?", d93: "invalid", d94: "scheme:gopher,host:h,type:7,selector:s?", d96: "scheme:gopher,host:h,type:7,selector:s?", ag96: "gopher://h/7s%3F"},
		{src: "B24", in: "gopher://h/7s%09a", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:7,selector:s,search:a", d96: "scheme:gopher,host:h,type:7,selector:s,search:a"},
		{src: "B7 R10", in: "gopher://h/0s%09+", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:0,selector:s,plus:+", d96: "scheme:gopher,host:h,type:0,selector:s,search:+"},
		{src: "B7 R10", in: "gopher://h/0s%09!+ABSTRACT", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:0,selector:s,plus:!+ABSTRACT", d96: "scheme:gopher,host:h,type:0,selector:s,search:!+ABSTRACT"},
		{src: "B7 R10", in: "gopher://h/1%09$", d93: "12 gopher-selector", d94: "scheme:gopher,host:h,type:1,selector:,plus:$", d96: "scheme:gopher,host:h,type:1,selector:,search:$"},
		{src: "B7 R10", in: "gopher://h/0s%09?", d93: "invalid", d94: "scheme:gopher,host:h,type:0,selector:s,plus:?", d96: "scheme:gopher,host:h,type:0,selector:s,search:?", ag96: "gopher://h/0s%09%3F"},
		{src: "B7 R10", in: "gopher://h/7s%09+", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:7,selector:s,search:+", d96: "scheme:gopher,host:h,type:7,selector:s,search:+"},
		{src: "B7 R10", in: "gopher://h/0s%09w", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:0,selector:s,search:w", d96: "scheme:gopher,host:h,type:0,selector:s,search:w"},
		{src: "B7 R10", in: "gopher://h/0s%09%09+", d93: "13 gopher-selector", d94: "scheme:gopher,host:h,type:0,selector:s,search:,plus:+", d96: "scheme:gopher,host:h,type:0,selector:s,search:,plus:+"},
	})
	g := Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("0"), Selector: "s"}
	with := func(search, plus earl.Field) Gopher {
		v := g
		v.Search, v.Plus = search, plus
		return v
	}
	for _, row := range []struct {
		src      string
		v        Gopher
		d93, d94 string
	}{
		{"B7 R10", with(earl.Field{}, earl.Some("+\t1\r\n")), "7 compose-view", "gopher://h/0s%09+%091%0D%0A"},
		{"R10", with(earl.Field{}, earl.Some("x")), "7 compose-view", "7 compose-view"},
		{"R10", with(earl.Some("+x"), earl.Field{}), "gopher://h/0s?%2Bx", "7 compose-view"},
		{"B7", with(earl.Some("x"), earl.Some("+")), "7 compose-part", "gopher://h/0s%09x%09+"},
		{"B7", with(earl.Some(""), earl.Field{}), "14 search", "gopher://h/0s%09"},
		{"B24", Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("+"), Selector: "+/"}, "gopher://h/%2B+/", "gopher://h/++/"},
		{"B24", Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("/")}, "gopher://h/%2F", "gopher://h//"},
		{"B7", with(earl.Some(" a  b "), earl.Field{}), "gopher://h/0s?%20a%20%20b%20", "gopher://h/0s%09%20a%20%20b%20"},
	} {
		for _, c := range []struct {
			e    *earl.Edition
			want string
		}{{earl.Draft1993, row.d93}, {earl.Draft1994, row.d94}} {
			u, err := row.v.URL(c.e)
			got := u.String()
			if err != nil {
				got = failed(err)
			} else {
				checkRoundTrip(t, c.e, row.v)
			}
			if got != c.want {
				t.Errorf("%s: %#v.URL(%s) = %s, want %s", row.src, row.v, c.e.Name(), got, c.want)
			}
		}
	}
}

func TestDraftWAISViews(t *testing.T) {
	testDraftViews(t, []draftRow{
		{src: "B13", in: "wais://h/db?a+b", d93: "host:h,database:db,search:a b", d94: "host:h,database:db,search:a+b", d96: "host:h,database:db,search:a+b"},
		{src: "B13 B31", in: "wais://h/db/T/12/a/b%2Bc", d93: "host:h,database:db,wtype:T,length:12,wpath:a/b+c", ag93: "wais://h/db/T/12/a/b+c",
			d94: "invalid", d96: "host:h,database:db,wtype:T,length:12,wpath:a/b+c", ag96: "wais://h/db/T/12/a%2Fb%2Bc"},
		{src: "B13 B31", in: "wais://h/db/T/12345678901/./..//x", d93: "host:h,database:db,wtype:T,length:12345678901,wpath:./..//x",
			d94: "invalid", d96: "host:h,database:db,wtype:T,wpath:12345678901/./..//x", ag96: "wais://h/db/T/12345678901%2F.%2F..%2F%2Fx"},
		{src: "B13 R15", in: "wais://h/db/T/0/", d93: "host:h,database:db,wtype:T,length:0,wpath:", d94: "invalid", d96: "host:h,database:db,wtype:T,wpath:0/", ag96: "wais://h/db/T/0%2F"},
		{src: "B13", in: "wais://h/db/T/9/1%3Da;2%3D/b;", d93: "host:h,database:db,wtype:T,length:9,wpath:%01%01a%02%02/b", d94: "invalid",
			d96: "host:h,database:db,wtype:T,length:9,wpath:%01%01a%02%02/b", ag96: "wais://h/db/T/9/1=a;2=/b;"},
		{src: "B13", in: "wais://h/db/T/9/a%3Bb;c", d93: "host:h,database:db,wtype:T,length:9,wpath:a;b;c", ag93: "wais://h/db/T/9/a%3Bb%3Bc",
			d94: "invalid", d96: "host:h,database:db,wtype:T,length:9,wpath:a;b;c", ag96: "wais://h/db/T/9/a%3Bb%3Bc"},
		{src: "B31", in: "wais://h/db/T/x", d93: "invalid", d94: "host:h,database:db,wtype:T,wpath:x", d96: "host:h,database:db,wtype:T,wpath:x"},
		{src: "B31", in: "wais://h/", d93: "invalid", d94: "host:h,database:", d96: "host:h,database:"},
	})
}

func TestDraftOtherViews(t *testing.T) {
	testDraftViews(t, []draftRow{
		{src: "B5 B23", in: "http://h?a+b", d93: "scheme:http,host:h,path:,search:a+b", d94: "invalid", d96: "scheme:http,host:h?a+b,path:", ag96: "http://h%3Fa%2Bb"},
		{src: "B28 R16", in: "news:a@b@c.d", d93: "messageid:a@b@c.d", ag93: "news:a%40b@c.d", d94: "invalid", d96: "messageid:a@b@c.d", ag96: "news:a%40b@c.d"},
		{src: "B28", in: "news:a%2F%2Bb@c.d", d93: "messageid:a/+b@c.d", d94: "messageid:a/+b@c.d", ag94: "news:a/+b@c.d", d96: "messageid:a/+b@c.d", ag96: "news:a/+b@c.d"},
		{src: "B28 A16", in: "news:a%40b.c", d93: "5 news-article", d94: "invalid", d96: "messageid:a@b.c", ag96: "news:a@b.c"},
		{src: "B28 A16", in: "news:a@b%400", d93: "5 news-article", d94: "5 news-article", d96: "messageid:a@b@0", ag96: "news:a%40b@0"},
		{src: "B28", in: "news:c%2B%2B", d93: "group:c++", d94: "invalid", d96: "group:c++"},
		{src: "B19", in: "ftp://h/a;type%3Da/b;c+d", d93: "scheme:ftp,host:h,cwd:[a;type=a],name:b;c+d", d94: "invalid", d96: "9 ftp-type"},
		{src: "B19", in: "ftp://h/a;type=a", d93: "invalid", d94: "scheme:ftp,host:h,name:a,type:a", d96: "scheme:ftp,host:h,name:a,type:a"},
		{src: "B19", in: "ftp://h;x/a", d93: "scheme:ftp,host:h;x,name:a", ag93: "ftp://h%3Bx/a", d94: "invalid", d96: "7 ftp-type"},
		{src: "A8", in: "ftp://h%2541/a", d93: "scheme:ftp,host:h%2541,name:a", d94: "scheme:ftp,host:h%2541,name:a", d96: "scheme:ftp,host:h%2541,name:a"},
		{src: "A9", in: "ftp://h:x/a", d93: "invalid", d94: "invalid", d96: "8 port"},
		{src: "B32 R9", in: "file://h", d93: "8 no-slash", d94: "host:h", d96: "8 no-slash"},
		{src: "B32 R9", in: "file:///a/b", d93: "host:,path:[a,b]", d94: "host:,path:[a,b]", d96: "host:,path:[a,b]"},
		{src: "B32", in: "file:////a", d93: "host:,path:[,a]", d94: "host:,path:[,a]", d96: "host:,path:[,a]"},
		{src: "B32 A23", in: "file:/a", d93: "host:,path:[a]", ag93: "file:///a", d94: "invalid", d96: "host:,path:[a]", ag96: "file:///a"},
		{src: "A24", in: "file://3com.com/a", d93: "5 login", d94: "invalid", d96: "host:3com.com,path:[a]"},
		{src: "B30", in: "telnet://h/", d93: "invalid", d94: "host:h,slash:true", d96: "host:h,slash:true"},
		{src: "B27", in: "mailto:a?b", d93: "addrspec:a?b", ag93: "mailto:a%3Fb", d94: "addrspec:a?b", d96: "addrspec:a?b", ag96: "mailto:a%3Fb"},
		{src: "B27", in: "mailto:", d93: "7 mailto-empty", d94: "invalid", d96: "7 mailto-empty"},
	})
	if _, err := (FTP{Host: "h", Name: earl.Some("x"), Type: earl.Some("a")}).URL(earl.Draft1993); failed(err) != "4 compose-part" {
		t.Errorf("B19: a typecode under draft1993: %v", err)
	}
	if _, err := (Mailto{}).URL(earl.Draft1993); failed(err) != "7 compose-view" {
		t.Errorf("B27: an empty address under draft1993: %v", err)
	}
}

// A18: Charset returns the charset of decoded components.
func TestCharset(t *testing.T) {
	for _, e := range fiveEditions {
		want := ""
		if e == earl.Draft1993 {
			want = "ISO-8859-1"
		}
		if got := e.Charset(); got != want {
			t.Errorf("%s.Charset() = %q, want %q", e.Name(), got, want)
		}
	}
	v, err := ParseFTP(earl.Draft1993.MustParse("ftp://h/%E9"))
	if err != nil || v.Name.Value != "\xE9" {
		t.Errorf("A18: view = %#v, %v: nothing is converted", v, err)
	}
}

// draftViews make views that only some editions can write.
var draftViews = []func(r *rand.Rand) earl.View{
	func(r *rand.Rand) earl.View {
		v := Prospero{Host: "h", HSOName: randomOctets(r, "\x00"), Version: pick(r, earl.Some(""), earl.Some("01"))}
		if r.IntN(2) == 0 {
			v.Attributes = []earl.Octets{"a", "1b"}
		}
		return v
	},
	func(r *rand.Rand) earl.View { return Prospero{Host: "h", HSOName: randomOctets(r, "\x00")} },
	func(r *rand.Rand) earl.View {
		return Gopher{Scheme: pick(r, "gopher", "gophers"), Host: "h", Search: randomField(r, "\t\n\r"), NoPath: r.IntN(2) == 0}
	},
	func(r *rand.Rand) earl.View {
		return Gopher{Scheme: "gopher", Host: "h", Type: pick(r, earl.Some("0"), earl.Some("7")), Selector: randomOctets(r, "\t\n\r"), Search: randomField(r, "\t\n\r"), Plus: pick(r, earl.Field{}, earl.Some(pick[earl.Octets](r, "", "+", "!", "$", "?")+randomOctets(r, "")))}
	},
	func(r *rand.Rand) earl.View {
		return WAIS{Host: "h", Database: "d" + randomOctets(r, ""), WType: earl.Some("t" + randomOctets(r, "")), Length: pick(r, earl.Some("0"), earl.Some("12345678901")), WPath: earl.Some(pick[earl.Octets](r, "", "1=a;", "\x01\x01a") + randomOctets(r, ""))}
	},
	func(r *rand.Rand) earl.View {
		return WAIS{Host: "h", Database: "d", Search: earl.Some(randomOctets(r, "") + " a")}
	},
	func(r *rand.Rand) earl.View {
		return FTP{Scheme: "ftp", Host: "h" + randomOctets(r, ""), User: earl.Some("u" + randomOctets(r, "")), Password: earl.NewSecret("p" + randomOctets(r, "")), Cwd: randomSlice(r), Name: earl.Some(randomOctets(r, ""))}
	},
	func(r *rand.Rand) earl.View { return News{Group: earl.Some("g" + randomOctets(r, "@"))} },
	func(r *rand.Rand) earl.View {
		return File{Host: pick[earl.Octets](r, "", "h", "1a"), Path: randomSlice(r)}
	},
}

// A12, A27: in every edition a view gives a URL that gives the same view, or is
// refused. Every part of a form can be written.
func TestViewsSurviveTheirURLInEveryEdition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	all := append(draftViews[:len(draftViews):len(draftViews)], randomViews...)
	written := make([][]int, len(editionsUnderTest))
	for i := range written {
		written[i] = make([]int, len(all))
	}
	for range 1000 {
		for k, random := range all {
			v := random(r)
			for i, e := range editionsUnderTest {
				survives(t, e, v)
				if _, err := v.URL(e); err == nil {
					written[i][k]++
				}
			}
		}
	}
	for i, e := range editionsUnderTest {
		for k, n := range written[i] {
			// Only draft1993 has version and attributes. Its http has no "=".
			// Only its own productions have the length of a document.
			version, length, http := k == 0, k == 4, k == len(draftViews)+1
			if n == 0 && !(version && e != earl.Draft1993) && !(length && (e == earl.Draft1994 || e == earl.RFC1738)) && !(http && e == earl.Draft1993) {
				t.Errorf("%s writes no view of kind %d", e.Name(), k)
			}
		}
	}
}

// sameView reports whether two views are equal; an empty slice is equal to nil.
func sameView(a, b earl.View) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	nilSlices := strings.NewReplacer("[]", "null")
	return nilSlices.Replace(viewText(a)) == nilSlices.Replace(viewText(b))
}

// viewText returns the JSON of a view with its passwords.
func viewText(v earl.View) string {
	b, _ := json.Marshal(v)
	switch v := v.(type) {
	case FTP:
		password, _ := v.Password.Reveal()
		b = append(b, password.Printable()...)
	case Telnet:
		password, _ := v.Password.Reveal()
		b = append(b, password.Printable()...)
	}
	return string(b)
}

// A11: the error of a view cites its edition's section, or RFC 1738's if the
// edition has no form for the scheme and the view is read by that of RFC 1738.
func TestViewErrorsCiteTheirEdition(t *testing.T) {
	for _, row := range []struct {
		e           *earl.Edition
		in, section string
	}{
		{earl.Draft1993, "gopher://h/7s%09a", "draft1993 GOPHER"},
		{earl.Draft1993, "file:a", "draft1993 Internet protocol parts"},
		{earl.Draft1993, "nntp://h/a/x", "rfc1738 3.7, 5"},
		{earl.Draft1994, "gopher://h/0%0D", "draft1994 3.4.1"},
		{earl.RFC1738, "gopher://h/0%0D", "rfc1738 3.4.1"},
		{earl.Draft1996, "ftp:a", "draft1996 3.4.1"},
		{earl.Draft1996, "ftp:///a", "draft1996 3.4.1"},
		{earl.Draft1996, "telnet://h:x/", "draft1996 3.4.1"},
		{earl.Draft1996, "ftp://%5B::1%5D/", "draft1996 3.4.1"},
		{earl.Draft1996, "ftp://h/a;b", "rfc1738 3.2.2, 5"},
		{earl.RFC3986, "ftp://h/a;b", "rfc1738 3.2.2, 5"},
		{earl.RFC3986, "telnet://h/x", "rfc1738 3.8, 5"},
		{earl.RFC3986.NonStrict(), "news:a_@", "rfc1738 3.6, 5"},
	} {
		_, err := Parse(row.e.MustParse(row.in))
		var parse *earl.ParseError
		if !errors.As(err, &parse) || parse.Violation.Rule.Section() != row.section {
			t.Errorf("%s view of %q: %v, want a rule of %s", row.e.Name(), row.in, err, row.section)
		}
	}
}

// A view is refused if its URL in whatwg would have another meaning. A12, B20.
func TestWHATWGRefusesViews(t *testing.T) {
	for _, row := range []struct {
		src  string
		v    earl.View
		want string // a URL, or the rule
	}{
		{"B20", FTP{User: earl.Some(""), Host: "h"}, "compose-view"}, // an absent user means anonymous
		{"B20", FTP{User: earl.Some("u"), Password: earl.NewSecret(""), Host: "h"}, "compose-view"},
		{"B20", FTP{User: earl.Some(""), Password: earl.NewSecret("p"), Host: "h"}, "ftp://:p@h/"},
		{"B12", Telnet{User: earl.Some(""), Host: "h"}, "compose-view"},
		{"B5", HTTP{Scheme: "http", User: earl.Some(""), Host: "h"}, "compose-view"},
		{"B19", FTP{Host: "h;type=a"}, "compose-host"},
		{"B19", FTP{Host: "h", Cwd: []earl.Octets{".."}, Name: earl.Some("a")}, "compose-view"},
		{"B19", FTP{Host: "h", Name: earl.Some("%2e")}, "ftp://h/%252e"},
		{"A9", FTP{Host: "h", Port: earl.Some("0021")}, "ftp://h/"},
		{"A9", FTP{Host: "h", Port: earl.Some("99999")}, "port-out-of-range"},
		{"A8", FTP{Host: "H"}, "ftp://h/"}, {"A8", FTP{Host: "b\u00fc"}, "ftp://xn--b-eha/"}, {"A8", FTP{Host: "a b"}, "domain-to-ASCII"},
		{"B15", File{Host: "localhost", Path: []earl.Octets{"a"}}, "file:///a"},
		{"B32", File{Path: []earl.Octets{"C|", "a"}}, "file:///C%7C/a"},
	} {
		u, err := row.v.URL(earl.WHATWG)
		got := u.String()
		var parse *earl.ParseError
		if errors.As(err, &parse) {
			got = parse.Violation.Rule.Name()
		}
		if got != row.want {
			t.Errorf("%s: %#v.URL(whatwg) = %s, want %s", row.src, row.v, got, row.want)
		}
	}
}

// R2, A19: characters that the text of a standard calls unsafe are escaped,
// even if the BNF allows them.
func TestUnsafeIsEncodedWhereTheBNFAllowsIt(t *testing.T) {
	if u, err := (FTP{Host: "h", Name: earl.Some("{~} \"")}).URL(earl.Draft1994); err != nil || u.String() != "ftp://h/%7B%7E%7D%20%22" {
		t.Errorf("URL = %q, %v", u, err)
	}
}
