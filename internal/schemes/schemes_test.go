package schemes_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/schemes"
)

func TestKnown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"http": true, "ssh": true, "irc": true, "urn": true, "ws": true, "doi": true, "magnet": true, "z39.50": true, "hxxp": true,
		"aaa": true, "bluetooth": true, "coap+ws": true, "ms-word": true, "xri": true, "z39.50s": true,
		"postgres": true, "s3": true, "git+ssh": true,
		"registry+https": true, "https+x": true, "postgresql+psycopg2": true, "socks5h": true, "pop3": true, "foo+bar": false, "+http": false, "http+": false,
		"ms-settings-wifi": true, "web+coffee": true, "x-apple": true,
		"htps": false, "htttp": false, "foo": false, "": false, "HTTP": false,
	} {
		if got := schemes.Known(name); got != want {
			t.Errorf("Known(%q) = %v, want %v", name, got, want)
		}
	}
}

// G9: the registry of IANA, with the status and the reference of each scheme.
func TestFind(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"http":       "permanent, RFC 9110",
		"gopher":     "permanent, RFC 4266",
		"afs":        "provisional, RFC 1738",
		"mailserver": "historical, RFC 6196",
		"z39.50":     "historical, RFC 1738, RFC 2056",
		"z39.50r":    "permanent, RFC 2056",
		"fax":        "historical, RFC 2806, RFC 3966",
		"finger":     "provisional, https://www.iana.org/assignments/uri-schemes/prov/finger",
		"bb":         "historical, https://www.iana.org/assignments/uri-schemes/historic/bb",
		"dvb":        "provisional, draft-mcroberts-uri-dvb-09",
		"doi":        "permanent",
		"aaa":        "permanent, RFC 6733",
		"ztdnaid":    "",
		"gemini":     "",
		"ht":         "",
		"HTTP":       "",
		"":           "",
		"aaa P6733":  "",
		"p":          "",
	} {
		r, ok := schemes.Find(name)
		if ok != (want != "") || ok && (r.String() != want || r.Name != name) {
			t.Errorf("Find(%q) = %q, %v, want %q", name, r, ok, want)
		}
	}
}

// G9: every entry has a name and a status, Find finds it, and the list has its date.
func TestAll(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[a-z][a-z0-9+.-]*$`)
	count, last := map[string]int{}, ""
	for r := range schemes.All() {
		if !name.MatchString(r.Name) || r.Name <= last || !schemes.Known(r.Name) {
			t.Errorf("the name %q after %q", r.Name, last)
		}
		if found, ok := schemes.Find(r.Name); !ok || found != r {
			t.Errorf("Find(%q) = %v, %v, want %v", r.Name, found, ok, r)
		}
		if strings.HasPrefix(r.Reference, ",") || strings.HasSuffix(r.Reference, "/") || r.Reference == "" && r.Name != "doi" {
			t.Errorf("%s: the reference %q", r.Name, r.Reference)
		}
		count[r.Status]++
		last = r.Name
	}
	if len(count) != 3 || count["permanent"] < 95 || count["provisional"] < 280 || count["historical"] < 15 {
		t.Errorf("the registry has %v", count)
	}
	if date, err := time.Parse(time.DateOnly, schemes.Date); err != nil || date.Year() < 2026 {
		t.Errorf("the date %q: %v", schemes.Date, err)
	}
}

// A lookup builds no table: only the text of a reference is made.
func TestFindAllocatesLittle(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { schemes.Find("nosuch") }); n > 1 {
		t.Errorf("Find of an unknown scheme allocates %v times", n)
	}
}
