package views

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// viewOf makes a view of one of the ten kinds from any bytes. Each bit of flags
// makes an optional part present.
func viewOf(kind, flags uint8, a, b, c, d string) earl.View {
	field := func(bit int, text string) earl.Field {
		if flags>>bit&1 == 0 {
			return earl.Field{}
		}
		return earl.Some(earl.Octets(text))
	}
	secret := func(bit int, text string) earl.Secret {
		if flags>>bit&1 == 0 {
			return earl.Secret{}
		}
		return earl.NewSecret(earl.Octets(text))
	}
	octets := func(text string) (s []earl.Octets) {
		for piece := range strings.SplitSeq(text, "|") {
			s = append(s, earl.Octets(piece))
		}
		return s
	}
	host := earl.Octets(a)
	switch kind % 10 {
	case 0:
		v := FTP{Scheme: "ftp", User: field(0, b), Password: secret(1, c), Host: host, Port: field(2, "2121"), Name: field(3, d), Type: field(4, "i")}
		if v.Name.Present {
			v.Cwd = octets(c + "|" + d)
		}
		return v
	case 1:
		return HTTP{Scheme: "http", User: field(0, b), Password: secret(1, c), Host: host, Port: field(2, "8080"), Path: c, Search: field(3, d)}
	case 2:
		return Gopher{Scheme: "gophers", Host: host, Port: field(0, "7070"), Type: field(1, b), Selector: earl.Octets(c), Search: field(2, d), Plus: field(3, b), NoPath: flags>>4&1 == 1}
	case 3:
		v := Mailto{AddrSpec: host}
		if flags&1 == 1 {
			v.Headers = []earl.Pair{{Name: earl.Octets(b), Value: earl.Octets(c)}, {Name: earl.Octets(d), Value: ""}}
		}
		return v
	case 4:
		return News{Group: field(0, a), MessageID: field(1, b), All: flags>>2&1 == 1}
	case 5:
		return NNTP{Host: host, Port: field(0, b), Group: earl.Octets(c), Number: field(1, d)}
	case 6:
		return Telnet{User: field(0, b), Password: secret(1, c), Host: host, Port: field(2, d), Slash: flags>>3&1 == 1}
	case 7:
		return WAIS{Host: host, Port: field(0, "2100"), Database: earl.Octets(b), Search: field(1, c), WType: field(2, c), Length: field(3, b), WPath: field(4, d)}
	case 8:
		return File{Host: host, Path: octets(b)}
	}
	v := Prospero{Host: host, Port: field(0, "1"), HSOName: earl.Octets(b), Fields: []earl.Pair{}, Version: field(1, c)}
	if flags>>2&1 == 1 {
		v.Fields = append(v.Fields, earl.Pair{Name: earl.Octets(c), Value: earl.Octets(d)})
	}
	if flags>>3&1 == 1 {
		v.Attributes = octets(d)
	}
	return v
}

// survives checks that a view gives a URL that gives the same view in an
// edition, or that the edition refuses it. The URL never has another meaning.
func survives(t *testing.T, e *earl.Edition, v earl.View) {
	t.Helper()
	u, err := v.URL(e)
	if err != nil {
		var violation *earl.ParseError
		if !errors.As(err, &violation) {
			t.Errorf("%#v.URL(%s): %T", v, e.Name(), err)
		}
		return
	}
	back, err := Parse(u)
	if err != nil || !sameView(back, asRead(v, back)) {
		t.Errorf("%s view of %q = %#v, %v, want %#v", e.Name(), u, back, err, v)
		return
	}
	if again, err := back.URL(e); err != nil || again != u {
		t.Errorf("%s: %q is written again as %q, %v", e.Name(), u, again, err)
	}
	text := u.String()                                // except for the text of HTTP and Gemini, which is written unchanged
	if off, n, ok := u.Span(earl.ComponentHost); ok { // whatwg writes hosts that a domain parser accepts
		text = text[:off] + text[off+n:]
	}
	_, http := v.(HTTP)
	_, gemini := v.(Gemini)
	if !http && !gemini && strings.ContainsAny(text, "#\"<>\\^`{|} \t\r\n") {
		t.Errorf("A19: %#v.URL(%s) = %q", v, e.Name(), u)
	}
}

// asRead returns v with the host, the port and the empty path of back if they
// mean the same. Under whatwg addresses, domains, this machine, a default port
// and the root have one spelling.
func asRead(v, back earl.View) earl.View {
	if reflect.TypeOf(v) != reflect.TypeOf(back) {
		return v
	}
	x, y := reflect.New(reflect.TypeOf(v)).Elem(), reflect.ValueOf(back)
	x.Set(reflect.ValueOf(v))
	if host := x.FieldByName("Host"); host.IsValid() {
		is := y.FieldByName("Host").String()
		u, err := earl.WHATWG.Parse("ftp://" + string(earl.WHATWG.AppendEscape(nil, earl.Octets(host.String()), "[]:")))
		if got, _ := u.Host(); err == nil && (got == is || got == "localhost" && is == "") {
			host.SetString(is)
		}
	}
	if port := x.FieldByName("Port"); port.IsValid() {
		was, is := port.Interface().(earl.Field), y.FieldByName("Port").Interface().(earl.Field)
		n, err := strconv.Atoi(string(was.Value))
		m, err2 := strconv.Atoi(string(is.Value))
		if was.Value == "" && !is.Present || err == nil && (err2 == nil && n == m || !is.Present && (n == 21 || n == 80)) {
			port.Set(reflect.ValueOf(is))
		}
	}
	switch v := x.Interface().(type) {
	case FTP:
		if back := back.(FTP); !v.Name.Present && len(back.Cwd) == 0 && back.Name == earl.Some("") {
			v.Name = back.Name
		}
		return v
	case HTTP:
		if v.Path == "" && back.(HTTP).Path == "/" {
			v.Path = "/"
		}
		return v
	default:
		return v.(earl.View)
	}
}

// FuzzComposedViews: a view of any bytes gives a URL that gives the same view,
// in every edition, or is refused. A12, A27.
func FuzzComposedViews(f *testing.F) {
	for kind := range uint8(10) {
		f.Add(kind, uint8(0xFF), "\u037e", "", "0", "0") // whatwg converts it to ";" in the host
		f.Add(kind, uint8(0), "host.dom", "a", "/b", "c")
		f.Add(kind, uint8(0xFF), "H.dom", "", "a|b", "")
		f.Add(kind, uint8(0x1F), "[::1]", "a/b:@%", "/..", "0;a=b?#\x00\xFF")
		f.Add(kind, uint8(0x0B), "127.1", "1", "TEXT", "1=a;2=b;")
		f.Add(kind, uint8(0x18), "\";", "0", "0", "0")
		f.Add(kind, uint8(0x05), "b\u00fccher.", "..", "C:|%2e", "12")
	}
	f.Fuzz(func(t *testing.T, kind, flags uint8, a, b, c, d string) {
		v := viewOf(kind, flags, a, b, c, d)
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}
