package views

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// G8. The rows are the same in every edition that accepts the text, except in
// TestDataByEdition.
func TestDataViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2397 4", in: "data:,A%20brief%20note", want: both("base64:false,data:A brief note")},
		{src: "rfc2397 3", in: "data:,", want: both("base64:false,data:")},
		{src: "rfc2397 2", in: "data:;charset=utf-8,%C3%A9", want: both("params:[name:charset,value:utf-8],base64:false,data:%C3%A9")},
		{src: "rfc2397 3", in: "data:text/html,%3Cp%3Ea,b", want: both("mediatype:text/html,base64:false,data:<p>a,b")},
		{src: "rfc2397 3", in: "data:image/svg+xml;base64,PHN2Zy8%2B", want: both("mediatype:image/svg+xml,base64:true,data:<svg/>"), again: both("data:image/svg+xml;base64,PHN2Zy8+")},
		{src: "rfc2397 3", in: "data:;base64,QQ%3D%3D", want: both("base64:true,data:A"), again: both("data:;base64,QQ==")},
		{src: "rfc2397 3", in: "data:;BASE64,QQ==", want: both("base64:true,data:A"), again: both("data:;base64,QQ==")},
		{src: "rfc2397 3", in: "data:;charset=x;base64,QUI=", want: both("params:[name:charset,value:x],base64:true,data:AB")},
		{src: "rfc2397 4", in: "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local", want: both("mediatype:application/vnd-xxx-query,base64:false,data:select_vcount,fcol_from_fieldtable/local")},
		{src: "rfc2397 3", in: "data:text/plain", want: both("15 data-comma")},
		{src: "rfc2397 3", in: "data:", want: both("5 data-comma")},
		{src: "rfc2397 3", in: "data:;base64,Q!Q=", want: both("14 data-base64")},
		{src: "rfc2397 3", in: "data:;base64,QUJD%21QQ=", want: both("17 data-base64")},
	})
	testCompose(t, []composeRow{
		{"rfc2397 3", Data{}, both("data:,")},
		{"rfc2397 3", Data{Data: "a,b?#\x00"}, seen{"data:,a,b?%23%00", "data:,a,b%3F%23%00"}},
		{"rfc2397 3", Data{MediaType: earl.Some("text")}, both("5 compose-view")},
		{"rfc2397 3", Data{Params: []earl.Pair{{Name: "a b", Value: "c"}}}, both("5 compose-view")},
		{"rfc2397 3", Data{Params: []earl.Pair{{Name: "a", Value: "b;c,d"}}}, both("data:;a=b%3Bc%2Cd,")},
		{"rfc2397 3", Data{Params: []earl.Pair{{Name: "a", Value: `"b\`}}}, both("data:;a=%22%5C%22b%5C%5C%22,")},
		{"rfc2397 3", Data{Params: []earl.Pair{{Name: "a", Value: ""}}}, both("data:;a=%22%22,")},
	})
	if _, err := ParseData(earl.RFC3986.MustParse("gopher://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseData(gopher://h/) = %v, want view-scheme", err)
	}
}

// G8. What rfc2397 says, and what browsers do.
func TestDataByEdition(t *testing.T) {
	for _, row := range []struct{ source, in, want, whatwg string }{
		{"rfc2397 3", "data:text/plain;x=%22a,b%22,c", "text/plain;x=\"a,b\" c", "text/plain;x=%22a b\",c"},
		{"rfc2045 5.1", "data:text/plain;x=%22a%5C%22,b%22;y=z,c", "text/plain;x=\"a\\\",b\";y=z c", "text/plain;x=%22a%5C%22 b\";y=z,c"},
		{"rfc2397 3", "data:text/plain;x=%22a,b", "5 data-head", "text/plain;x=%22a b"},
		{"rfc2397 3", "data:text/plain;x=%22a%22b,c", "16 data-head", "text/plain;x=%22a%22b c"},
		{"rfc2397 3", "data:text/plain;x=%22a%22;base64,QQ==", "text/plain;x=a A", "text/plain;x=%22a%22 A"},
		{"rfc2397 3", "data:text/plain;x=a%2Cb,c", "text/plain;x=\"a,b\" c", "text/plain;x=a%2Cb c"},
		{"rfc2397 3", "data:text%2Fplain,c", "text/plain c", "text/plain;charset=US-ASCII c"},
		{"rfc2397 3", "data:text,c", "5 data-head", "text/plain;charset=US-ASCII c"},
		{"rfc2397 3", "data:text/,c", "5 data-head", "text/plain;charset=US-ASCII c"},
		{"rfc2397 3", "data:a/b/c,c", "5 data-head", "text/plain;charset=US-ASCII c"},
		{"rfc2397 3", "data:;,c", "6 data-head", "text/plain c"},
		{"rfc2397 3", "data:;x,c", "6 data-head", "text/plain c"},
		{"rfc2397 3", "data:a/b;x=,c", "9 data-head", "a/b c"},
		{"rfc2397 3", "data:a/b;base64;x=y,QQ==", "9 data-head", "a/b;x=y QQ=="},
		{"rfc2397 3", "data:A/B;X=Y,c", "a/b;x=Y c", "a/b;x=Y c"},
		{"whatwg fetch", "data:a/b;%20base64,QQ==", "9 data-head", "a/b QQ=="},
		{"whatwg infra 8", "data:a/b;base64,QQ", "16 data-base64", "a/b A"},
		{"whatwg infra 8", "data:a/b;base64,Q%20Q%0D%0A%3D=", "17 data-base64", "a/b A"},
		{"whatwg infra 8", "data:a/b;base64,QUI%0A=", "19 data-base64", "a/b AB"},
		{"whatwg infra 8", "data:a/b;base64,Q%20!Q=", "17 data-base64", "20 data-base64"},
		{"whatwg infra 8", "data:a/b;base64,QQ=", "19 data-base64", "18 data-base64"},
		{"whatwg url", "data:a/b; base64,Q Q==", "invalid", "a/b A"},
		{"whatwg url", "data: a/b ;x=\"y,z\";c=d,e", "invalid", "a/b;x=y z\";c=d,e"},
		{"whatwg mimesniff 4.4", "data:a/b;x=\"y z\\\"\"w;c=d;{=e;f=g,e", "invalid", "a/b;x=\"y z\\\"\";c=d;f=g e"},
		{"whatwg fetch", "data:a/b,c#d", "a/b c", "a/b c"},
	} {
		for _, e := range []*earl.Edition{earl.RFC3986, earl.WHATWG} {
			got, want := "invalid", row.want
			if e == earl.WHATWG {
				want = row.whatwg
			}
			if u, err := e.Parse(row.in); err == nil {
				v, err := ParseData(u)
				if got = v.ContentType() + " " + string(v.Data); err != nil {
					got = failed(err)
				}
			}
			if got != want {
				t.Errorf("%s: %s view of %q = %s, want %s", row.source, e.Name(), row.in, got, want)
			}
		}
	}
}

// FuzzData: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzData(f *testing.F) {
	f.Add("text/plain", "charset", "utf-8", "a,b", true, false)
	f.Add("image/svg+xml", "a", "\"x,y\\", "<svg/>", true, true)
	f.Add("TEXT/*", "%", "", "\x00\xFF#?", true, false)
	f.Add("", "a;b", "=", "//h", false, true)
	f.Fuzz(func(t *testing.T, mediaType, name, value, data string, typed, base64 bool) {
		v := Data{Base64: base64, Data: earl.Octets(data)}
		if typed {
			v.MediaType = earl.Some(earl.Octets(mediaType))
		}
		if name != "" {
			v.Params = []earl.Pair{{Name: earl.Octets(name), Value: earl.Octets(value)}}
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

// FuzzParseData: any text that is a data URL has a view or an error inside the
// text, and the URL of a view gives the same bytes.
func FuzzParseData(f *testing.F) {
	for _, part := range []string{",", ";base64,QQ==", "text/plain;x=%22a,b%5C%22%22;y=z,%00", "a/b;base64, Q Q", ";;=,", "%22=%22,%2"} {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, part string) {
		for _, e := range editionsUnderTest {
			u, err := e.Parse("data:" + part)
			if err != nil {
				continue
			}
			v, err := ParseData(u)
			if err != nil {
				fault := err.(*earl.ParseError).Violation
				if fault.Off < partStart(u) || fault.Off+fault.Len > len(u.String()) {
					t.Errorf("%s: %q: the error is at %d, %d bytes", e.Name(), u, fault.Off, fault.Len)
				}
				continue
			}
			if !strings.Contains(v.ContentType(), "/") {
				t.Errorf("%s: %q has the type %q", e.Name(), u, v.ContentType())
			}
			if w, err := v.URL(e); err == nil {
				if back, err := ParseData(w); err != nil || back.Data != v.Data || back.ContentType() != v.ContentType() {
					t.Errorf("%s: %q is written as %q: %#v, %v, want %#v", e.Name(), u, w, back, err, v)
				}
			}
		}
	})
}

func ExampleParseData() {
	v, err := ParseData(earl.RFC3986.MustParse("data:text/plain;base64,SGVsbG8="))
	fmt.Println(v.ContentType(), v.Data, err)
	// Output: text/plain Hello <nil>
}
