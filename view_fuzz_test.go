package earl

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// viewOf makes a view of one of the ten kinds from any bytes. Each bit of flags
// makes an optional part present.
func viewOf(kind, flags uint8, a, b, c, d string) View {
	field := func(bit int, text string) Field {
		if flags>>bit&1 == 0 {
			return Field{}
		}
		return Some(Octets(text))
	}
	secret := func(bit int, text string) Secret {
		if flags>>bit&1 == 0 {
			return Secret{}
		}
		return NewSecret(Octets(text))
	}
	octets := func(text string) (s []Octets) {
		for piece := range strings.SplitSeq(text, "|") {
			s = append(s, Octets(piece))
		}
		return s
	}
	host := Octets(a)
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
		return Gopher{Scheme: "gophers", Host: host, Port: field(0, "7070"), Type: field(1, b), Selector: Octets(c), Search: field(2, d), Plus: field(3, b), NoPath: flags>>4&1 == 1}
	case 3:
		v := Mailto{AddrSpec: host}
		if flags&1 == 1 {
			v.Headers = []Pair{{Octets(b), Octets(c)}, {Octets(d), ""}}
		}
		return v
	case 4:
		return News{Group: field(0, a), MessageID: field(1, b), All: flags>>2&1 == 1}
	case 5:
		return NNTP{Host: host, Port: field(0, b), Group: Octets(c), Number: field(1, d)}
	case 6:
		return Telnet{User: field(0, b), Password: secret(1, c), Host: host, Port: field(2, d), Slash: flags>>3&1 == 1}
	case 7:
		return WAIS{Host: host, Port: field(0, "2100"), Database: Octets(b), Search: field(1, c), WType: field(2, c), Length: field(3, b), WPath: field(4, d)}
	case 8:
		return File{Host: host, Path: octets(b)}
	}
	v := Prospero{Host: host, Port: field(0, "1"), HSOName: Octets(b), Fields: []Pair{}, Version: field(1, c)}
	if flags>>2&1 == 1 {
		v.Fields = append(v.Fields, Pair{Octets(c), Octets(d)})
	}
	if flags>>3&1 == 1 {
		v.Attributes = octets(d)
	}
	return v
}

// survives checks that a view gives a URL that gives the same view in an
// edition, or that the edition refuses it. The URL never has another meaning.
func survives(t *testing.T, e *Edition, v View) {
	t.Helper()
	u, err := v.URL(e)
	if err != nil {
		var violation *ParseError
		if !errors.As(err, &violation) {
			t.Errorf("%#v.URL(%s): %T", v, e.Name(), err)
		}
		return
	}
	back, err := ParseView(u)
	if err != nil || !sameView(back, asRead(v, back)) {
		t.Errorf("%s view of %q = %#v, %v, want %#v", e.Name(), u, back, err, v)
		return
	}
	if again, err := back.URL(e); err != nil || again != u {
		t.Errorf("%s: %q is written again as %q, %v", e.Name(), u, again, err)
	}
	text := u.String()                           // except for the text of HTTP and Gemini, which is written unchanged
	if off, n, ok := u.Span(ComponentHost); ok { // whatwg writes hosts that a domain parser accepts
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
func asRead(v, back View) View {
	if reflect.TypeOf(v) != reflect.TypeOf(back) {
		return v
	}
	x, y := reflect.New(reflect.TypeOf(v)).Elem(), reflect.ValueOf(back)
	x.Set(reflect.ValueOf(v))
	if host := x.FieldByName("Host"); host.IsValid() {
		is := y.FieldByName("Host").String()
		u, err := WHATWG.Parse("ftp://" + string(WHATWG.AppendEscape(nil, Octets(host.String()), "[]:")))
		if got, _ := u.Host(); err == nil && (got == is || got == "localhost" && is == "") {
			host.SetString(is)
		}
	}
	if port := x.FieldByName("Port"); port.IsValid() {
		was, is := port.Interface().(Field), y.FieldByName("Port").Interface().(Field)
		n, err := strconv.Atoi(string(was.Value))
		m, err2 := strconv.Atoi(string(is.Value))
		if was.Value == "" && !is.Present || err == nil && (err2 == nil && n == m || !is.Present && (n == 21 || n == 80)) {
			port.Set(reflect.ValueOf(is))
		}
	}
	switch v := x.Interface().(type) {
	case FTP:
		if back := back.(FTP); !v.Name.Present && len(back.Cwd) == 0 && back.Name == Some("") {
			v.Name = back.Name
		}
		return v
	case HTTP:
		if v.Path == "" && back.(HTTP).Path == "/" {
			v.Path = "/"
		}
		return v
	default:
		return v.(View)
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
