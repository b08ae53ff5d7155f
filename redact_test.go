package earl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
)

// F3: printing a URL for people hides its password; String does not.
func TestRedacted(t *testing.T) {
	for in, want := range map[string]string{
		"ftp://u:secret@h/a":     "ftp://u:xxxxx@h/a",
		"ftp://u:@h/a":           "ftp://u:xxxxx@h/a",
		"ftp://u@h/a":            "ftp://u@h/a",
		"ftp://h.example:21/a@b": "ftp://h.example:21/a@b",
		"mailto:joe@example.ch":  "mailto:joe@example.ch",
		"ftp:u:secret@h/":        "ftp:u:xxxxx@h/",
		"u:secret@h/":            "u:xxxxx@h/",
		"sip:a@b":                "sip:a@b",
		"sip:a:secret@b":         "sip:a:xxxxx@b",
	} {
		u := RFC3986.MustParse(in)
		if got := u.Redacted(); got != want {
			t.Errorf("Redacted(%q) = %q, want %q", in, got, want)
		}
	}
	u := RFC3986.MustParse("ftp://u:secret@h:21/a?b#c")
	if got, _ := RFC3986.Parse("ftp://u@h:21/a?b#c"); u.WithoutPassword() != got {
		t.Errorf("WithoutPassword = %+v, want %+v", u.WithoutPassword(), got)
	}
}

// F3, G8: a data URL is cut after its media type, in a text that no edition has
// parsed too.
func TestRedactedData(t *testing.T) {
	for in, want := range map[string]string{
		"data:text/plain,secret":        "data:text/plain,...",
		"DATA:;base64,c2VjcmV0#secret":  "DATA:;base64,...",
		"data:,":                        "data:,",
		"data:text/plain":               "data:text/plain",
		"data:,http://u:secret@h/":      "data:,...",
		"data:x=http://u:secret@h/,abc": "data:x=http:xxxxx@h/,...",
		"database:a,b":                  "database:a,b",
		"http://h/data:,b":              "http://h/data:,b",
	} {
		u := RFC3986.MustParse(in)
		if got := u.Redacted(); got != want {
			t.Errorf("Redacted(%q) = %q, want %q", in, got, want)
		}
		if got := u.HasSecret(); got != strings.Contains(in, "u:secret@") {
			t.Errorf("HasSecret(%q) = %v", in, got)
		}
	}
	for in, want := range map[string]string{
		" <data:text/html,<p> secret": " <data:text/html,...",
		"data:a b,@secret":            "data:a b,...",
		"data:":                       "data:",
		"dat":                         "dat",
	} {
		if got := Redact(in); got != want {
			t.Errorf("Redact(%q) = %q, want %q", in, got, want)
		}
	}
}

// F3: Redact hides what may be a password in a text that no edition has parsed.
func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		`http://127.0.0.1:7080\secret@h/`: `http://127.0.0.1:7080\xxxxx@h/`,
		"http://h/a b":                    "http://h/a b",
		"http://u:se cret@h/":             "http://u:xxxxx@h/",
		"http://u:se/cr?e#t@h/":           "http://u:xxxxx@h/",
		"http://u:12/34@h/":               "http://u:xxxxx@h/",
		"http://u:a@b@h/":                 "http://u:xxxxx@h/",
		`http:\\u:secret@h/`:              `http:\\u:xxxxx@h/`,
		"//u:secret@h/ ":                  "//u:xxxxx@h/ ",
		"user:secret@host":                "user:xxxxx@host",
		"news:a b@c":                      "news:a b@c",
		" <URL:ftp://u:se cret@h/a b>":    " <URL:ftp://u:xxxxx@h/a b>",
		"URL:ftp://u@h/":                  "URL:ftp://u@h/",
		"url:u:secret@h/":                 "url:u:xxxxx@h/",
		"url:secret@h/":                   "url:xxxxx@h/",
		"sip:a@b":                         "sip:a@b",
		" <SIPS:a@b;transport=tcp>":       " <SIPS:a@b;transport=tcp>",
		"<URL:xmpp:a@b/c>":                "<URL:xmpp:a@b/c>",
		"acct:a@b":                        "acct:a@b",
		"sip:a:secret@b":                  "sip:a:xxxxx@b",
		"sip://a:secret@b":                "sip://a:xxxxx@b",
		"sip:a;x=1:se@cret@b":             "sip:a;x=1:xxxxx@b",
		"nope://a:secret@b/":              "nope://a:xxxxx@b/",
		"nope://a:se/cret@b/":             "nope://a:xxxxx@b/",
		"nope:a:secret@b/":                "nope:a:xxxxx@b/",
		"sipx:secret@b":                   "sipx:xxxxx@b",
	} {
		if got := Redact(in); got != want {
			t.Errorf("Redact(%q) = %q, want %q", in, got, want)
		}
	}
}

// A violation at a position where a password might begin is quoted if there is
// no password.
func TestNoSecretSpan(t *testing.T) {
	for _, in := range []string{"", "URL:ftp://u@h/", "url:news:a@b", "http://h/"} {
		if s := secretSpans(in); s != nil {
			t.Errorf("secretSpans(%q) = %v", in, s)
		}
	}
}

// F3: no error, log, JSON or verb of fmt shows a random password, even if the
// URL around it is invalid.
func TestNoPasswordIsPrinted(t *testing.T) {
	r := rand.New(rand.NewPCG(1738, 3986))
	for range 1000 {
		secret := make([]byte, 8+r.IntN(8))
		for i := range secret {
			secret[i] = letters[r.IntN(len(letters))]
		}
		for _, format := range []string{
			"ftp://user:%s@host/", "ftp://user:%s@ho st/", "http://user:%s|@host/a b", "gopher://u:%%%s@h", "wais://:%s@h/%%",
			"telnet://u:%s[]@h:x/", "u:%s@h/ ", "//u:%s@h/\x01", "ftp:u:%s@h ", "1x://u: %s@h/", "ftp://u:a/%s?b#c@h/ ",
		} {
			in := fmt.Sprintf(format, secret)
			for _, e := range editionsUnderTest {
				if printed := everyWayToPrint(e, in); strings.Contains(printed, string(secret)) {
					t.Fatalf("%s: %q is printed: %s", e.Name(), in, printed)
				}
			}
		}
	}
}

// everyWayToPrint prints everything that a program could log about a text.
func everyWayToPrint(e *Edition, in string) string {
	var b bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&b, nil))
	for v := range e.Check(in) {
		fmt.Fprintln(&b, v.Message(in))
	}
	u, err := e.Parse(in)
	fmt.Fprint(&b, err, Redact(in), u.Redacted())
	log.Info("u", "u", u, "err", err)
	if err == nil {
		p := u.Parts().Password
		fmt.Fprintf(&b, "%v %s %q %d %x %+v %#v", p, p, p, p, p, u.Parts().Password, struct{ S Secret }{p})
		text, _ := json.Marshal(p)
		b.Write(text)
		log.Info("p", "p", p)
		_, err = e.Compose(Parts{Scheme: "ftp", Password: p, Host: Some("h")})
		fmt.Fprint(&b, err)
		_, err = u.With(ComponentHost, Some("no host at all"))
		fmt.Fprint(&b, err)
		_, err = u.With(ComponentPort, Some("x"))
		fmt.Fprint(&b, err)
	}
	return b.String()
}

// A11: an error contains the position, the text, the rule and its section.
func TestErrorTeaches(t *testing.T) {
	_, err := RFC1738.Parse("ftp://h/a|b")
	const want = `earl: "ftp://h/a|b": character 10, "|": this unsafe character must be escaped (rfc1738 2.2)`
	if err == nil || err.Error() != want {
		t.Errorf("error = %v, want %s", err, want)
	}
	var parse *ParseError
	if !errors.As(err, &parse) || parse.Edition != RFC1738 || parse.Violation.Off != 9 {
		t.Errorf("error = %#v", err)
	}
}

// A11: each rule has a name, a section and a sentence.
func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for r := range Rules() {
		if r.Name() == "" || r.Section() == "" || r.Sentence() == "" || strings.HasSuffix(r.Sentence(), ".") {
			t.Errorf("rule %s: %q %q %q", r, r.Name(), r.Section(), r.Sentence())
		}
		key := r.Name() + " " + strings.Fields(r.Section())[0]
		if seen[key] {
			t.Errorf("two rules %q", key)
		}
		seen[key] = true
	}
}

// B18, C4, C5: the registry has the ten schemes and the reserved names, each once,
// with a note for each, and no experimental ones.
func TestRegistry(t *testing.T) {
	have := map[string]Scheme{}
	for s := range RFC1738.Schemes() {
		if _, twice := have[s.Name]; twice {
			t.Errorf("the scheme %s has two rows", s.Name)
		}
		have[s.Name] = s
		if s.Note == "" || strings.HasPrefix(s.Name, "x-") {
			t.Errorf("scheme %+v", s)
		}
	}
	for name, port := range map[string]uint16{
		"ftp": 21, "http": 80, "gopher": 70, "mailto": 0, "news": 0, "nntp": 119, "telnet": 23, "wais": 210, "file": 0, "prospero": 1525,
		"afs": 0, "mid": 0, "cid": 0, "nfs": 2049, "tn3270": 23, "rlogin": 513, "mailserver": 0, "z39.50": 0, "urn": 0, "whois": 43, "x500": 0,
	} {
		if s, ok := have[name]; !ok || s.Port != port {
			t.Errorf("scheme %q = %+v, %v, want port %d", name, s, ok, port)
		}
	}
	for name, s := range have { // rfc1738 3.5, 3.8, 3.10
		want := map[string]Designated{"mailto": Mailbox, "telnet": Service, "tn3270": Service, "rlogin": Service, "file": LocalFile, "data": Content, "mid": Message, "cid": Message, "mailserver": Mailbox, "afs": LocalFile}[name]
		if s.Designates != want {
			t.Errorf("scheme %q designates a %v, want %v", name, s.Designates, want)
		}
	}
	for name, want := range map[string]bool{ // rfc1738 3.2 to 3.11
		"ftp": true, "http": true, "gopher": true, "mailto": false, "news": false, "nntp": true, "telnet": true, "wais": true, "file": false, "prospero": true,
	} {
		if have[name].Host != want {
			t.Errorf("scheme %q: Host = %v", name, have[name].Host)
		}
	}
	for name, want := range map[string]Relative{
		"mailto": Never, "news": Never, "telnet": Never, "gopher": May, "prospero": May, "wais": May,
		"file": Always, "ftp": Always, "http": Always, "nntp": Always, "urn": Unknown,
	} {
		if got := have[name].Relative; got != want { // D4
			t.Errorf("scheme %q: Relative = %v, want %v", name, got, want)
		}
	}
}

// C1: a program adds a scheme, with a port and a parser, without changing the
// edition.
func TestWithScheme(t *testing.T) {
	mine := RFC1738.With(Scheme{Name: "x-finger", Port: 79, Check: func(part string) (int, int, Rule) {
		if !strings.HasPrefix(part, "//") {
			return 0, len(part), RuleSchemePart
		}
		return 0, 0, ""
	}})
	u, err := mine.Parse("x-finger://host.dom/joe")
	if port, ok := u.PortNumber(); err != nil || port != 79 || !ok || u.Edition() != mine {
		t.Errorf("x-finger: %v, port %d", err, port)
	}
	for in, want := range map[string]string{"x-finger:joe": "9 scheme-part", "x-finger://u@h/": "11 no-user", "x-finger://h/ ": "13 space"} {
		if got := violations(mine, in); got != want {
			t.Errorf("Check(%q) = %q, want %q", in, got, want)
		}
	}
	// draft1996 checks "u@h" as one server, whatever the scheme.
	for _, e := range []*Edition{Draft1993, Draft1994, RFC1738, RFC3986, WHATWG} {
		if got := violations(e.With(Scheme{Name: "x-finger"}), "x-finger://u@h/"); !strings.HasSuffix(got, " no-user") {
			t.Errorf("%s: a user where the added scheme has none: %q", e.Name(), got)
		}
	}
	if violations(RFC1738, "x-finger:joe") != "" {
		t.Error("the edition itself changed")
	}
	for _, name := range []string{"", "Finger", "a b", "ftp", "x-finger"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("With(%q) did not panic", name)
				}
			}()
			mine.With(Scheme{Name: name})
		}()
	}
}

// F3, F6: the answers to a gopher form include passwords, and the URL does not
// show which of them are passwords. So all are hidden.
func TestRedactedHidesAnswers(t *testing.T) {
	const form = "://h/1/form%09%09+%091%0D%0A+-1%0D%0A"
	for _, tt := range []struct{ url, want string }{
		{"gopher" + form + "me%0D%0Ageheim%0D%0A.%0D%0A", "gopher" + form + Hidden},
		{"gophers" + form + "geheim%0D%0A.%0D%0A", "gophers" + form + Hidden},
		{"gopher://h/1/form%09%09%2b%091%0d%0a%2b-1%0d%0ageheim%0d%0a.%0d%0a", "gopher://h/1/form%09%09%2b%091%0d%0a%2b-1%0d%0a" + Hidden},
		{"gopher" + form + ".%0D%0A", "gopher" + form + Hidden},
		{"gopher://u:geheim@h/1/form%09%09+%091%0D%0A+-1%0D%0Ageheim%0D%0A.%0D%0A", "gopher://u:" + Hidden + "@h/1/form%09%09+%091%0D%0A+-1%0D%0A" + Hidden},
		{"gopher://h/1/a%0D%0Ab", "gopher://h/1/a%0D%0Ab"},
		{"http://h/a%0D%0Ab%0D%0Ac", "http://h/a%0D%0Ab%0D%0Ac"},
	} {
		u := RFC3986.MustParse(tt.url)
		if got := u.Redacted(); got != tt.want {
			t.Errorf("%s is shown as %s, want %s", tt.url, got, tt.want)
		}
	}
}
