package views

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
)

// seen is the result of each edition for a row: the view as [shown] prints it,
// or the error as [failed] prints it. A row has every edition.
type seen struct{ rfc1738, rfc3986 string }

func (s seen) of(e *earl.Edition) string {
	if e == earl.RFC1738 {
		return s.rfc1738
	}
	return s.rfc3986
}

// both is for rows with the same result in both editions.
func both(want string) seen { return seen{want, want} }

// A viewRow is a URL and its view. If again is not set, the view's URL is in.
type viewRow struct {
	src, in string
	want    seen
	again   seen // the URL of the view, if it is not in
}

var absent = regexp.MustCompile(`"[a-z]+":(null|false|\[\]),?|[{}"]`)

// shown prints a view: its JSON without quotes, braces and absent components.
func shown(v earl.View) string {
	return strings.TrimSuffix(absent.ReplaceAllString(string(earl.AppendView(nil, v)), ""), ",")
}

// failed prints an error: the offset and the rule's name.
func failed(err error) string {
	var e *earl.ParseError
	if !errors.As(err, &e) {
		return fmt.Sprint("not a *ParseError: ", err)
	}
	return fmt.Sprint(e.Violation.Off, " ", e.Violation.Rule.Name())
}

// testViews checks rows in every edition: it reads and writes each.
func testViews(t *testing.T, rows []viewRow) {
	t.Helper()
	for _, row := range rows {
		testViewUnderWHATWG(t, row)
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
			testView(t, e, row.src, row.in, row.want.of(e), row.again.of(e))
		}
	}
}

// testView checks one row in an edition.
func testView(t *testing.T, e *earl.Edition, src, in, want, again string) {
	t.Helper()
	if want == "" {
		t.Fatalf("%s: %q says nothing of %s", src, in, e.Name())
	}
	u, err := e.Parse(in)
	if err != nil {
		if want != "invalid" {
			t.Errorf("%s: %s.Parse(%q) = %v, want %s", src, e.Name(), in, err, want)
		}
		return
	}
	v, err := Parse(u)
	if err != nil {
		if got := failed(err); got != want {
			t.Errorf("%s: %s view of %q = %s, want %s", src, e.Name(), in, got, want)
		}
		return
	}
	if got := shown(v); got != want {
		t.Errorf("%s: %s view of %q = %s, want %s", src, e.Name(), in, got, want)
		return
	}
	if again == "" {
		again = in
	}
	w, err := v.URL(e)
	if err != nil || w.String() != again {
		t.Errorf("%s: %s: %#v.URL = %q, %v, want %q", src, e.Name(), v, w, err, again)
		return
	}
	if back, err := Parse(w); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%s: %s: view of %q = %#v, %v, want %#v", src, e.Name(), w, back, err, v)
	}
}

// testViewUnderWHATWG checks that whatwg reads the same view as rfc3986 from a
// text that it does not rewrite, and that the URL of the view gives the same
// view.
func testViewUnderWHATWG(t *testing.T, row viewRow) {
	t.Helper()
	u, err := earl.WHATWG.Parse(row.in)
	if _, err := earl.RFC3986.Parse(row.in); err != nil {
		return
	}
	if err != nil || u.String() != row.in {
		return // the text changed, so the view may differ
	}
	v, err := Parse(u)
	got := ""
	if err != nil {
		got = failed(err)
	} else {
		got = shown(v)
	}
	if got != row.want.rfc3986 {
		t.Errorf("%s: whatwg view of %q = %s, want %s", row.src, row.in, got, row.want.rfc3986)
		return
	}
	if err != nil {
		return
	}
	w, err := v.URL(earl.WHATWG)
	if err != nil {
		t.Errorf("%s: whatwg: %#v.URL = %v", row.src, v, err)
		return
	}
	if back, err := Parse(w); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%s: whatwg: view of %q = %#v, %v, want %#v", row.src, w, back, err, v)
	}
}

// A composeRow is a view and its URL in each edition.
type composeRow struct {
	src  string
	v    earl.View
	want seen // a URL, or the offset and rule of the error
}

func testCompose(t *testing.T, rows []composeRow) {
	t.Helper()
	for _, row := range rows {
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
			u, err := row.v.URL(e)
			got := u.String()
			if err != nil {
				got = failed(err)
			}
			if want := row.want.of(e); got != want || want == "" {
				t.Errorf("%s: %#v.URL(%s) = %s, want %s", row.src, row.v, e.Name(), got, want)
			}
		}
	}
}

func TestParseViewNeedsAScheme(t *testing.T) {
	for _, row := range []struct{ src, in, want string }{
		{"B18", "urn:isbn:1", "0 no-view"},
		{"C1", "x-finger://h/u", "0 no-view"},
		{"", "ws://h/", "0 no-view"},
	} {
		if v, err := Parse(earl.RFC3986.MustParse(row.in)); v != nil || failed(err) != row.want {
			t.Errorf("%s: ParseView(%q) = %v, %v, want %s", row.src, row.in, v, err, row.want)
		}
	}
	if _, err := Parse(earl.URL{}); failed(err) != "0 no-view" {
		t.Errorf("ParseView of the zero URL: %v", err)
	}
	// Each view refuses all other schemes.
	for _, v := range table {
		u := earl.RFC3986.MustParse(v.scheme + "://h/")
		n := 0
		for _, other := range table {
			if _, err := other.parse(u); err == nil || failed(err) != "0 view-scheme" {
				n++
			}
		}
		want := 1
		if slices.Contains([]string{"ftp", "ftps", "http", "https", "gopher", "gophers", "nntp", "nntps", "z39.50r", "z39.50s", "ldap", "ldaps", "pop", "pops", "imap", "imaps"}, v.scheme) {
			want = 2 // one view for the variants with and without TLS, and for retrieval and session
		}
		if n != want {
			t.Errorf("%d views take %s, want %d", n, v.scheme, want)
		}
	}
}

// randomOctets returns one or more random bytes.
func randomOctets(r *rand.Rand, without string) earl.Octets {
	b := make([]byte, 0, 8)
	for range r.IntN(8) {
		c := byte(r.IntN(256))
		if r.IntN(2) == 0 {
			const special = "/;?:@&=%#[]<>\"\\ .\r\n\t\x00~+,*"
			c = special[r.IntN(len(special))]
		}
		if strings.IndexByte(without, c) < 0 {
			b = append(b, c)
		}
	}
	return earl.Octets(b)
}

func randomField(r *rand.Rand, without string) earl.Field {
	if r.IntN(2) == 0 {
		return earl.Field{}
	}
	return earl.Some(randomOctets(r, without))
}

func randomSlice(r *rand.Rand) []earl.Octets {
	s := make([]earl.Octets, r.IntN(4))
	for i := range s {
		s[i] = randomOctets(r, "")
	}
	return s
}

// editionsUnderTest are all editions.
var editionsUnderTest = slices.Collect(editions.All())

// findScheme returns the registry's description of a scheme, or nil.
func findScheme(name string) *earl.Scheme {
	if s, ok := earl.RFC3986.Scheme(name); ok {
		return &s
	}
	return nil
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// randomViews make views that every edition can write.
var randomViews = []func(r *rand.Rand) earl.View{
	func(r *rand.Rand) earl.View {
		v := FTP{Scheme: pick(r, "ftp", "ftps"), User: randomField(r, ""), Host: "host.dom", Port: pick(r, earl.Field{}, earl.Some("2121"))}
		if v.User.Present && r.IntN(2) == 0 {
			v.Password = earl.NewSecret(randomOctets(r, ""))
		}
		if r.IntN(8) > 0 {
			v.Cwd, v.Name, v.Type = randomSlice(r), earl.Some(randomOctets(r, "")), pick(r, earl.Field{}, earl.Some("a"), earl.Some("D"))
		}
		return v
	},
	func(r *rand.Rand) earl.View {
		return HTTP{Scheme: "http", Host: "h", Path: pick(r, "/", "/a%2Fb;x=:@&/"), Search: pick(r, earl.Field{}, earl.Some(""), earl.Some("a=b;c:@&d%2F"))}
	},
	func(r *rand.Rand) earl.View {
		v := Gopher{Scheme: "gopher", Host: "h", NoPath: r.IntN(8) == 0}
		if !v.NoPath && r.IntN(8) > 0 {
			v.Type, v.Selector, v.Search = earl.Some(randomOctets(r, "\t\n\r")+"1"), randomOctets(r, "\t\n\r"), randomField(r, "\t\n\r")
			v.Type.Value = v.Type.Value[:1]
		}
		if v.Search.Present {
			v.Plus = randomField(r, "")
		}
		return v
	},
	func(r *rand.Rand) earl.View { return Mailto{AddrSpec: randomOctets(r, "") + "a"} },
	func(r *rand.Rand) earl.View {
		return News{MessageID: earl.Some("m" + randomOctets(r, "") + "@host.dom")}
	},
	func(r *rand.Rand) earl.View { return pick(r, News{All: true}, News{Group: earl.Some("comp.lang.c++")}) },
	func(r *rand.Rand) earl.View {
		return NNTP{Scheme: pick(r, "nntp", "nntps"), Host: "h", Group: "alt.test", Number: pick(r, earl.Field{}, earl.Some("0012"))}
	},
	func(r *rand.Rand) earl.View {
		v := Telnet{User: randomField(r, ""), Host: "1.2.3.4", Slash: r.IntN(2) == 0}
		if v.User.Present && r.IntN(2) == 0 {
			v.Password = earl.NewSecret(randomOctets(r, ""))
		}
		return v
	},
	func(r *rand.Rand) earl.View {
		v := WAIS{Host: "h", Database: randomOctets(r, "")}
		if r.IntN(2) == 0 {
			v.WType, v.WPath = earl.Some(randomOctets(r, "")), earl.Some(randomOctets(r, ""))
		} else {
			v.Search = randomField(r, "")
		}
		return v
	},
	func(r *rand.Rand) earl.View {
		return File{Host: pick[earl.Octets](r, "", "localhost", "vms.host.edu"), Path: append(randomSlice(r), randomOctets(r, ""))}
	},
	func(r *rand.Rand) earl.View {
		v := Prospero{Host: "h", HSOName: randomOctets(r, ""), Fields: []earl.Pair{}}
		for range r.IntN(3) {
			v.Fields = append(v.Fields, earl.Pair{Name: randomOctets(r, ""), Value: randomOctets(r, "")})
		}
		return v
	},
	func(r *rand.Rand) earl.View {
		v := Z3950{Scheme: "z39.50r", Host: "h", Databases: []earl.Octets{randomOctets(r, "") + "a"}, DocID: earl.Some(randomOctets(r, "")), ElementSet: randomField(r, "")}
		if r.IntN(2) == 0 {
			v = Z3950{Scheme: "z39.50s", Host: "h", Syntaxes: []earl.Octets{randomOctets(r, "") + "a", "xml"}, Search: earl.Some(randomOctets(r, "")), Use: randomField(r, "")}
		}
		return v
	},
}

// A12, A27, A28, B1 to B33, G4: in every edition, the URL of a view gives the same
// view.
func TestViewsSurviveTheirURL(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		for _, random := range randomViews {
			v := random(r)
			for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
				checkRoundTrip(t, e, v)
			}
		}
	}
}

// checkRoundTrip reports a view whose URL gives another view, and a URL that is
// invalid.
func checkRoundTrip(t *testing.T, e *earl.Edition, v earl.View) {
	t.Helper()
	u, err := v.URL(e)
	if err != nil {
		t.Errorf("%#v.URL(%s): %v", v, e.Name(), err)
		return
	}
	back, err := Parse(u)
	if err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%s view of %q = %#v, %v, want %#v", e.Name(), u, back, err, v)
	}
	if u.Edition() != e || strings.ContainsAny(u.String(), "#\"<>\\^`{|} \t\r\n") {
		t.Errorf("%#v.URL(%s) = %q", v, e.Name(), u)
	}
}

// Every byte in every component, one at a time (A3, A27).
func TestViewsTakeEveryOctet(t *testing.T) {
	for c := range 256 {
		o := earl.Octets([]byte{byte(c)})
		all := []earl.View{
			FTP{Scheme: "ftp", User: earl.Some(o), Password: earl.NewSecret(o), Host: "h", Cwd: []earl.Octets{o, o}, Name: earl.Some(o)},
			Mailto{AddrSpec: o},
			News{MessageID: earl.Some("a" + o + "@h")},
			Telnet{User: earl.Some(o), Password: earl.NewSecret(o), Host: "h"},
			WAIS{Host: "h", Database: o, Search: earl.Some(o)},
			WAIS{Host: "h", Database: o, WType: earl.Some(o), WPath: earl.Some(o)},
			File{Path: []earl.Octets{o, o}},
			Prospero{Host: "h", HSOName: o, Fields: []earl.Pair{{Name: o, Value: o}, {Name: o, Value: o}}},
		}
		if !isLineOctet(byte(c)) {
			all = append(all, Gopher{Scheme: "gopher", Host: "h", Type: earl.Some(o), Selector: o, Search: earl.Some(o), Plus: earl.Some(o)})
		} else {
			all = append(all, Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("0"), Search: earl.Some(""), Plus: earl.Some(o)})
		}
		for _, v := range all {
			for _, e := range fiveEditions[1:] {
				if g, ok := v.(Gopher); ok && e == earl.Draft1994 && isPlusString(g.Search.Value) {
					continue // it would be a gopher+ string (R10)
				}
				checkRoundTrip(t, e, v)
			}
		}
		for _, v := range []earl.View{
			FTP{Scheme: "ftp", User: earl.Some(o), Password: earl.NewSecret(o), Host: "h" + o, Cwd: []earl.Octets{o, o}, Name: earl.Some(o)},
			Mailto{AddrSpec: o},
			News{MessageID: earl.Some("a" + o + "@h")},
			Telnet{User: earl.Some(o), Password: earl.NewSecret(o), Host: "h"},
			WAIS{Host: "h", Database: o, Search: earl.Some(o)},
			WAIS{Host: "h", Database: o, WType: earl.Some(o), Length: earl.Some("12"), WPath: earl.Some(o)},
			WAIS{Host: "h", Database: o, WType: earl.Some(o), Length: earl.Some("0"), WPath: earl.Some("\x01\x02a" + o + "\x07\x01\x00")},
			File{Path: []earl.Octets{o, o}},
			Prospero{Host: "h", HSOName: o, Version: earl.Some("1"), Attributes: []earl.Octets{"a"}},
		} {
			if p, ok := v.(Prospero); ok && p.HSOName == "\x00" {
				continue // it would end the hsoname (B34)
			}
			checkRoundTrip(t, earl.Draft1993, v)
		}
		if !isLineOctet(byte(c)) {
			checkRoundTrip(t, earl.Draft1993, Gopher{Scheme: "gopher", Host: "h", Type: earl.Some(o), Selector: o, Search: earl.Some(o)})
		}
		for _, v := range []earl.View{
			FTP{Scheme: "ftp", User: earl.Some(o), Host: "[::1]", Cwd: []earl.Octets{}, Name: earl.Some(o)},
			Mailto{AddrSpec: o, Headers: []earl.Pair{{Name: o, Value: o}, {Name: o, Value: o}}},
			WAIS{Host: "h", WType: earl.Some(o), Length: earl.Some("12"), WPath: earl.Some(o)},
			WAIS{Host: "h", WType: earl.Some(o), Length: earl.Some("0"), WPath: earl.Some("\x01\x02a" + o + "\x07\x01\x00")},
			Telnet{Host: "h" + o},
		} {
			checkRoundTrip(t, earl.RFC3986, v)
		}
	}
}

// A28: views write no unnecessary escape. If one escape is replaced with its
// byte, the text is not a URL, or gives another view.
func TestViewsWriteNoNeedlessEscape(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		for _, random := range randomViews {
			v := random(r)
			if _, ok := v.(HTTP); ok {
				continue // not escaped
			}
			for _, e := range fiveEditions {
				u, err := v.URL(e)
				if err != nil && e != earl.Draft1993 && e != earl.Draft1994 {
					t.Fatal(err) // only draft1993 and draft1994 cannot write every view
				}
				text := u.String()
				for i := 0; i+2 < len(text); i++ {
					c := byte(0)
					if text[i] == '%' {
						c = earl.Unescape(text[i : i+3])[0]
					}
					if _, ok := v.(Mailto); ok && c == ',' {
						continue // in a quoted string, where an unescaped one would separate addresses: rfc6068 2
					}
					if _, ok := v.(Z3950); ok && c == '+' {
						continue // an unescaped one separates names
					}
					if _, ok := v.(WAIS); ok && c == '+' {
						continue // in a search, where servers read an unescaped one as a space
					}
					if _, ok := v.(File); !ok && c == '+' && (e == earl.Draft1993 || e == earl.Draft1996) {
						continue // unescaped only in a path
					}
					if c <= ' ' || c >= 0x7F || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789$-_.+!*'(),", rune(c)) {
						continue
					}
					t.Errorf("%s: %q has a needless escape at %d", e.Name(), text, i)
				}
			}
		}
	}
}

// P13: printing a view, and an error of making its URL, never shows the
// password.
func TestViewsHidePasswords(t *testing.T) {
	const password = "Tr0ub4dor"
	secret := earl.NewSecret(password + "@/:?")
	views := []earl.View{
		FTP{User: earl.Some("u"), Password: secret, Host: "h", Name: earl.Some("n")},
		FTP{Password: secret, Host: "h"},
		FTP{User: earl.Some("u"), Password: secret, Host: "a b"},
		FTP{User: earl.Some("u"), Password: secret, Host: "h", Type: earl.Some("x")},
		FTP{User: earl.Some("u"), Password: secret, Host: "h", Port: earl.Some("x@y")},
		HTTP{Scheme: "http", User: earl.Some("u"), Password: secret, Host: "h"},
		HTTP{Scheme: "http", User: earl.Some("u"), Password: secret, Host: "h", Path: "/a b"},
		Telnet{User: earl.Some("u"), Password: secret, Host: "h", Slash: true},
		Telnet{User: earl.Some("u"), Password: secret, Host: "%"},
	}
	for _, v := range views {
		texts := []string{fmt.Sprintf("%v %+v %#v %s %d %x %q", v, v, v, v, v, v, v), slog.AnyValue(v).String(), shown(v)}
		for _, e := range fiveEditions {
			if _, err := v.URL(e); err != nil {
				texts = append(texts, fmt.Sprintf("%v %+v %#v", err, err, err))
			}
		}
		for _, text := range texts {
			if strings.Contains(text, password) || strings.Contains(text, fmt.Sprintf("%x", password)) {
				t.Errorf("the password shows in %s", text)
			}
		}
	}
}

// Errors of views do not quote a password either.
func TestViewErrorsHidePasswords(t *testing.T) {
	for _, in := range []string{"gopher://u:Tr0ub4dor@h/", "ftp://u:Tr0ub4dor@h/;x", "file://u:Tr0ub4dor@h/", "telnet://u:Tr0ub4dor@h/x"} {
		_, err := Parse(earl.RFC3986.MustParse(in))
		if err == nil || strings.Contains(err.Error(), "Tr0ub4dor") {
			t.Errorf("ParseView(%q): %v", in, err)
		}
	}
}

// If nothing is escaped, a view allocates only its slices.
func TestViewAllocations(t *testing.T) {
	for _, row := range []struct {
		in    string
		parse func(earl.URL) error
		want  float64
	}{
		{"ftp://u@h.dom:21/a/b/c;type=a", func(u earl.URL) error { _, err := ParseFTP(u); return err }, 1},
		{"ftp://h.dom", func(u earl.URL) error { _, err := ParseFTP(u); return err }, 0},
		{"http://h.dom:80/a/b?c", func(u earl.URL) error { _, err := ParseHTTP(u); return err }, 0},
		{"gopher://h.dom/11/a", func(u earl.URL) error { _, err := ParseGopher(u); return err }, 0},
		{"gopher://h.dom/7/a%09b%09+", func(u earl.URL) error { _, err := ParseGopher(u); return err }, 0},
		{"mailto:a@b", func(u earl.URL) error { _, err := ParseMailto(u); return err }, 0},
		{"mailto:a@b?subject=x&cc=d", func(u earl.URL) error { _, err := ParseMailto(u); return err }, 1},
		{"news:a@b", func(u earl.URL) error { _, err := ParseNews(u); return err }, 0},
		{"nntp://h/alt.test/1", func(u earl.URL) error { _, err := ParseNNTP(u); return err }, 0},
		{"telnet://u@h/", func(u earl.URL) error { _, err := ParseTelnet(u); return err }, 0},
		{"wais://h/db/TEXT/x", func(u earl.URL) error { _, err := ParseWAIS(u); return err }, 0},
		{"file:///a/b", func(u earl.URL) error { _, err := ParseFile(u); return err }, 1},
		{"prospero://h//pros/name", func(u earl.URL) error { _, err := ParseProspero(u); return err }, 0},
		{"prospero://h//pros/name%001%00a%00b", func(u earl.URL) error { _, err := ParseProspero(u); return err }, 1},
		{"prospero://h//pros/name;a=b;c=d", func(u earl.URL) error { _, err := ParseProspero(u); return err }, 1},
	} {
		e := earl.RFC3986
		if strings.Contains(row.in, "%00") {
			e = earl.Draft1993
		}
		u := e.MustParse(row.in)
		got := testing.AllocsPerRun(100, func() {
			if err := row.parse(u); err != nil {
				t.Fatal(err)
			}
		})
		if got != row.want {
			t.Errorf("view of %q: %v allocations, want %v", row.in, got, row.want)
		}
	}
}

// DESIGN 5: the JSON of a view.
func TestViewJSON(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"ftp://me:pw@h/a%2Fb/%00%E9%25;type=a", `{"scheme":"ftp","user":"me","password":"xxxxx","host":"h","port":null,"cwd":["a/b"],"name":"%00%E9%25","type":"a"}`},
		{"ftp://h", `{"scheme":"ftp","user":null,"password":null,"host":"h","port":null,"cwd":[],"name":null,"type":null}`},
		{"ftp://@h/x", `{"scheme":"ftp","user":"","password":null,"host":"h","port":null,"cwd":[],"name":"x","type":null}`},
		{"http://u:pw@h:8080/a%2Fb?c%20d", `{"scheme":"http","user":"u","password":"xxxxx","host":"h","port":"8080","path":"/a%2Fb","search":"c%20d"}`},
		{"https://h", `{"scheme":"https","user":null,"password":null,"host":"h","port":null,"path":"","search":null}`},
		{"gopher://h/7s%09a%20b", `{"scheme":"gopher","host":"h","port":null,"type":"7","selector":"s","search":"a b","plus":null,"nopath":false}`},
		{"mailto:a%25b@c", `{"addrspec":"a%25b@c","headers":[]}`},
		{"mailto:a@b?subject=x%0D", `{"addrspec":"a@b","headers":[{"name":"subject","value":"x%0D"}]}`},
		{"news:*", `{"group":null,"messageid":null,"all":true}`},
		{"nntp://h/g/1", `{"scheme":"nntp","host":"h","port":null,"group":"g","number":"1"}`},
		{"telnet://h/", `{"user":null,"password":null,"host":"h","port":null,"slash":true}`},
		{"wais://h/d?w", `{"host":"h","port":null,"database":"d","search":"w","wtype":null,"length":null,"wpath":null}`},
		{"file:///a%22", `{"host":"","path":["a\""]}`},
		{"prospero://h/n", `{"host":"h","port":null,"hsoname":"n","fields":[],"version":null,"attributes":[]}`},
		{"prospero://h/n;a=b", `{"host":"h","port":null,"hsoname":"n","fields":[{"name":"a","value":"b"}],"version":null,"attributes":[]}`},
	} {
		v, err := Parse(earl.RFC3986.MustParse(row.in))
		if err != nil {
			t.Errorf("ParseView(%q): %v", row.in, err)
			continue
		}
		if b := earl.AppendView(nil, v); !json.Valid(b) || string(b) != row.want {
			t.Errorf("JSON of %q = %s, want %s", row.in, b, row.want)
		}
	}
}

// FuzzViews: a view that was read can be written, and gives the same view.
func FuzzViews(f *testing.F) {
	for _, s := range []string{
		"ftp://u:p@h/a/%2Fb;type=d", "http://h/a?b", "gopher://h/7a%09b%09+c%09", "mailto:%22a,b%22@c?x=y&z=", "news:a%40b@c",
		"nntp://h/g/1", "telnet://u@h/", "wais://h/d/TEXT/369/1=a%3A1;2=/b;7=%00;", "wais://h/d?a;b", "file:///c|/x;y", "prospero://h//a?b;c=d",
		"ftp://%5B::1%5D/", "ftp://[::1]:/x?y", "news:%2a", "https://h?x", "prospero://h/a%00%00b%00c", "prospero://h/a;b=c=d", "gopher://h?a+b%20",
		"gopher://h/0s%09+%091", "wais://h/d/T/12/a/1%3Db;c", "wais://h/d/T/1/2%3D/x;", "ftp://h;x/a;b+c", "file:////a", "file://1a/b", "mailto://a@b:c", "ftp://h:x/", "news:A%400", "news:a@b%400", "ftp://0?/.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range editionsUnderTest {
			u, err := e.Parse(s)
			if err != nil {
				continue
			}
			v, err := Parse(u)
			if err != nil {
				if _, ok := err.(*earl.ParseError); !ok {
					t.Errorf("ParseView(%q): %T", s, err)
				}
				continue
			}
			w, err := v.URL(e)
			if _, query := u.Query(); err != nil && query && e == earl.WHATWG {
				continue // after "?" there may be dot segments, which no path of the edition keeps: this is refused
			}
			if err != nil {
				t.Errorf("%s: %#v of %q: %v", e.Name(), v, s, err)
				continue
			}
			back, err := Parse(w)
			if err != nil || !reflect.DeepEqual(back, v) {
				t.Errorf("%s: %q, then %q: %#v, %v, want %#v", e.Name(), s, w, back, err, v)
			}
			if x, err := v.URL(e); err != nil || x != w {
				t.Errorf("%s: %q is written in two ways, %q and %q", e.Name(), s, w, x)
			}
		}
	})
}

// Every exported field of a view is a part with its name in lower case, and
// every part is a field. No program would show a field that Parts omits.
func TestEveryFieldOfAViewIsAPart(t *testing.T) {
	for _, row := range table {
		s := findScheme(row.scheme)
		if s == nil || s.Example == "" {
			t.Errorf("the scheme %s has a view: add its row to schemes in scheme.go, with an Example", row.scheme)
			continue
		}
		u, err := earl.RFC3986.Parse(s.Example)
		if err != nil {
			t.Errorf("%s: %v; correct the Example in scheme.go", row.scheme, err)
			continue
		}
		v, err := Parse(u)
		if err != nil || u.Scheme() != row.scheme {
			t.Errorf("%s: %v; correct the Example in scheme.go", row.scheme, err)
			continue
		}
		var fields, names []string
		for f := range typeFields(reflect.TypeOf(v)) {
			fields = append(fields, strings.ToLower(f))
		}
		for p := range v.Parts {
			names = append(names, p.Name)
		}
		if !slices.Equal(fields, names) {
			t.Errorf("the parts of %T are %q, want its fields %q; complete Parts in its file", v, names, fields)
		}
		if s := findScheme(row.scheme); !strings.Contains(s.Section, " ") && !strings.HasPrefix(s.Section, "draft-") {
			t.Errorf("the section of %s is %q, want a document and a number; add it to schemes in scheme.go", row.scheme, s.Section)
		}
	}
}

// A scheme of the registry with an example has a view, so that a new scheme
// without a view is not considered complete.
func TestEveryExampleHasAView(t *testing.T) {
	for s := range earl.RFC3986.Schemes() {
		if s.Example == "" {
			continue
		}
		found := false
		for _, row := range table {
			found = found || row.scheme == s.Name
		}
		if !found {
			t.Errorf("the scheme %s has an Example: add the parser of its view to table in views/views.go", s.Name)
		}
	}
}

// Each scheme of the registry has one row. Of two rows only the first is used, and
// `earl schemes` prints both.
func TestEverySchemeHasOneRow(t *testing.T) {
	seen := map[string]bool{}
	for s := range earl.RFC3986.Schemes() {
		if seen[s.Name] {
			t.Errorf("the scheme %s has more than one row in schemes", s.Name)
		}
		seen[s.Name] = true
	}
}

// typeFields yields the names of the exported fields of a struct.
func typeFields(typ reflect.Type) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range typ.NumField() {
			if f := typ.Field(i); f.IsExported() && !yield(f.Name) {
				return
			}
		}
	}
}

// Source: rfc1738 4. The view of a scheme that a program adds is found like all
// others.
func TestAddedSchemeHasItsView(t *testing.T) {
	scheme := earl.Scheme{Name: "x-name", Relative: earl.Never, View: func(u earl.URL) (earl.View, error) { return nameView{earl.Octets(u.SchemePart())}, nil }}
	e := earl.RFC3986.With(scheme)
	v, err := Parse(e.MustParse("x-name:a"))
	if got := string(earl.AppendView(nil, v)); err != nil || got != `{"name":"a"}` {
		t.Errorf("the view of x-name:a is %s, %v, want its name", got, err)
	}
	if _, err := Parse(earl.RFC3986.MustParse("x-name:a")); failed(err) != "0 no-view" {
		t.Errorf("the edition without the scheme: %v, want no-view", err)
	}
}

// nameView is the view of a scheme whose URLs have only a name.
type nameView struct{ Name earl.Octets }

func (v nameView) URL(e *earl.Edition) (earl.URL, error) { return e.Parse("x-name:" + string(v.Name)) }
func (v nameView) Parts(yield func(earl.Part) bool) {
	yield(octetsPart("name", earl.ComponentPath, v.Name))
}

// The parts of a view are created one by one. AppendView allocates the closures
// of the iterator, but no memory for the parts.
func TestAppendViewAllocatesNoParts(t *testing.T) {
	v, err := Parse(earl.RFC3986.MustParse("http://user:p@h.example:80/a/b?x=%41+b"))
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 0, 512)
	if n := testing.AllocsPerRun(100, func() { b = earl.AppendView(b[:0], v) }); n > 4 {
		t.Errorf("AppendView allocates %v times, want at most 4", n)
	}
}
