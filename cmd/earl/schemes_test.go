package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonobject"
)

// documented has every scheme and system that RFC 1738 and the drafts of 1993, 1994 and 1996 name,
// beyond the ten schemes. A name without a URL is no scheme; the page says what it is.
var documented = []struct{ source, name, url string }{
	{"rfc1738 4, draft1994 4, draft1996 6, draft1993 BNF", "afs", "afs://cell.example/pub"},
	{"rfc1738 4, draft1994 4, draft1996 6", "mid", "mid:one@host.example"},
	{"rfc1738 4, draft1994 4, draft1996 6", "cid", "cid:one@host.example"},
	{"rfc1738 4, draft1994 4, draft1996 6, draft1993", "nfs", "nfs://host.example/pub"},
	{"rfc1738 4, draft1994 4, draft1996 6, draft1993", "tn3270", "tn3270://host.example/"},
	{"rfc1738 4, draft1994 4, draft1996 6", "mailserver", "mailserver:a@host.example//"},
	{"rfc1738 3.9, 4, draft1994 4, draft1996 6", "z39.50", "z39.50://host.example/db"},
	{"draft1993 TELNET, RLOGIN, TN3270", "rlogin", "rlogin://host.example/"},
	{"draft1993 X500", "x500", "x500:c=GB"},
	{"draft1993 WHOIS", "whois", "whois://host.example/joe"},
	{"draft1993 WHOIS", "whois++", "whois++://host.example/joe"},
	{"draft1993 Registration", "urn", "urn:isbn:0451450523"},
	{"rfc1738 4", "x-", "x-own:text"},
	{"draft1993 Current practice", "LISTSERV", "listserv:list"},
	{"draft1993 Current practice", "FTAM", "ftam://host.example/file"},
	{"draft1993 Current practice", "SQLnet", "sqlnet://host.example/db"},
	{"draft1993 Current practice", "ISO 10163", ""},
	{"draft1993, for study", "network management database", "snmp://host.example/"},
	{"rfc1738 6, draft1994 6, draft1996 10", "SMTP", "smtp://host.example/"},
	{"rfc1738 3.10", "VMS", ""},
}

// B18, C5, G7: each name is opened, or explained with a reason. The commands schemes and explain
// never call it unknown, and docs/schemes.md has its row.
func TestDocumentedNames(t *testing.T) {
	page, err := os.ReadFile("../../docs/schemes.md")
	if err != nil {
		t.Fatal(err)
	}
	program := buildEarl(t)
	var known []string
	for s := range earl.RFC3986.Schemes() {
		known = append(known, s.Name)
	}
	for _, d := range documented {
		if row := regexp.MustCompile("(?m)^\\| `?" + regexp.QuoteMeta(d.name) + "[` ].*\\|.*[a-z].*\\|.*[a-z].*\\|$"); !row.Match(page) {
			t.Errorf("%s (%s): write a row into docs/schemes.md: what it is, and what earl does", d.name, d.source)
		}
		if d.url == "" {
			continue
		}
		u, err := earl.RFC3986.Parse(d.url)
		if err != nil {
			t.Fatal(err)
		}
		scheme := u.Scheme()
		if !slices.Contains(known, scheme) && !strings.HasPrefix(scheme, "x-") {
			t.Errorf("%s (%s): add a row to schemes in scheme.go", scheme, d.source)
			continue
		}
		if !strings.HasPrefix(scheme, "x-") {
			checkListed(t, program, scheme)
		}
		checkExplained(t, program, d.url)
	}
}

// checkListed checks the line that the command schemes prints for a scheme.
func checkListed(t *testing.T, program, scheme string) {
	t.Helper()
	out, err := exec.CommandContext(context.Background(), program, "schemes", "--json", scheme).CombinedOutput()
	var listed jsonobject.Scheme
	if err != nil || json.Unmarshal(out, &listed) != nil || listed.Scheme != scheme || len(listed.Note) < 10 || strings.Contains(string(out), "nknown scheme") {
		t.Errorf("earl schemes %s: %v: %s", scheme, err, out)
	}
}

// checkExplained checks that explain says what opening a URL does, or why nothing opens it.
func checkExplained(t *testing.T, program, url string) {
	t.Helper()
	out, _ := exec.CommandContext(context.Background(), program, "explain", "-e", "rfc3986", "--json", url).Output()
	var x struct {
		Opening *struct{ What, Effect, Note string }
	}
	scheme, _, _ := strings.Cut(url, ":")
	switch err := json.Unmarshal(out, &x); {
	case err != nil || x.Opening == nil:
		t.Errorf("earl explain %s says nothing about opening it: %v: %s", url, err, out)
	case slices.Contains(openedSchemes(), scheme):
		if x.Opening.Effect == "unknown" && x.Opening.What != "Opening it is refused" {
			t.Errorf("earl explain %s: %+v", url, *x.Opening)
		}
	case !strings.HasPrefix(x.Opening.Note, "earl does not open "+scheme+": "), strings.Contains(x.Opening.Note, "nknown"), len(x.Opening.Note) < 60:
		t.Errorf("earl explain %s: %q, want a reason", url, x.Opening.Note)
	}
}

// G9: a scheme that is only in the other list is reported with the way to print it.
func TestSchemesElsewhere(t *testing.T) {
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"schemes", "IRC"}, "earl: \"IRC\" is not a scheme of this list; --iana prints it\n"},
		{[]string{"schemes", "--iana", "x500"}, "earl: \"x500\" is not a scheme of this list; it is printed without --iana\n"},
		{[]string{"schemes", "nosuch"}, "earl: \"nosuch\" is not a scheme of this list\n"},
	} {
		if _, stderr := inProcess(t, row.args); stderr != row.want {
			t.Errorf("%q writes %q, want %q", row.args, stderr, row.want)
		}
	}
}
