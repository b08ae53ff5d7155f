package mcpserver

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/all"
)

// A refusedURL is a URL that every tool refuses to open, and the guard that refuses it.
type refusedURL struct {
	url, guard string
	needs      guardName // the part of the guard without which it is opened; "": package open refuses it
}

// refusedURLs are URLs that are refused without AllowNet.
var refusedURLs = []refusedURL{
	{"http://127.0.0.1/secret", "private-address", guardSpecial},
	{"http://localhost/secret", "private-address", guardSpecial},
	{"http://inside.test/secret", "private-address", guardSpecial},
	{"http://mapped.test/secret", "private-address", guardSpecial},
	{"http://10.0.0.7/secret", "private-address", guardSpecial},
	{"http://[::1]/secret", "private-address", guardSpecial},
	{"http://[::ffff:127.0.0.1]/secret", "private-address", guardSpecial},
	{"http://[::ffff:7f00:1]/secret", "private-address", guardSpecial},
	{"http://[64:ff9b::7f00:1]/secret", "private-address", guardSpecial},
	{"http://[fe80::1]/secret", "private-address", guardSpecial},
	{"gopher://127.0.0.1/7/find", "private-address", guardSpecial},
	{"gopher://inside.test/7/find", "private-address", ""}, // a form for the other tools
	{"gopher://inside.test/7/find%09words", "private-address", guardSpecial},
	{"wais://127.0.0.1/db?words", "private-address", guardSpecial},
	{"ftp://inside.test/a", "private-address", guardSpecial},
	{"finger://10.0.0.7/me", "private-address", guardSpecial},
	{"nntp://127.0.0.1/a.b/1", "private-address", guardSpecial},
	{"gemini://inside.test/a", "private-address", guardSpecial},
	{"gemini://[::1]/a", "private-address", guardSpecial},
	{"dict://127.0.0.1/d:word", "private-address", guardSpecial},
	{"whois://inside.test/example.org", "private-address", guardSpecial},
	{"ldap://10.0.0.7/dc=example??one", "private-address", guardSpecial},
	{"ldaps://inside.test/dc=example??one", "private-address", guardSpecial},
	{"http://169.254.169.254/latest", "private-address", guardSpecial},
	{"gemini://169.254.169.254/latest", "private-address", guardSpecial},
	{"dict://metadata.test/d:latest", "private-address", guardSpecial},
	{"http://[fd00:ec2::254]/latest", "private-address", guardSpecial},
	{"http://metadata.test/latest", "private-address", guardSpecial},
	{"gopher://169.254.169.254/7/x", "private-address", guardSpecial},

	{"http://2130706433/secret", "disagreement", ""},
	{"http://0x7f000001/secret", "disagreement", ""},
	{"http://0177.0.0.1/secret", "disagreement", ""},
	{"http://127.1/secret", "disagreement", ""},
	{"ftp://public.test?x", "disagreement", guardText},
	{"gopher://2130706433/7/x", "bad-host", ""},
	{"gopher://0177.0.0.1/7/x", "bad-host", ""},
	{"gopher://127%2E0.0.1/7/x", "bad-host", ""},
	{"http://\uff50ublic.test/", "bad-host", ""},
	{"http://\uff11\uff12\uff17.0.0.1/", "bad-host", ""},

	{"http://me:geheim@public.test/page", "login", guardText},
	{"http://me@public.test/page", "login", guardText},
	{"ftp://me:geheim@public.test/", "login", guardText},
	{"gopher://public.test\\@other.test/7/x", "login", guardText},
	{"dict://me:geheim@public.test/d:word", "login", guardText},

	{"http://public.test:25/page", "bad-port-list", ""},
	{"gopher://public.test:25/7/x", "bad-port-list", ""},
	{"gopher://public.test:6379/7/x", "bad-port-list", ""},
	{"http://public.test:0/page", "bad-port", ""},
	{"gopher://public.test:99999/7/x", "bad-port", ""},
	{"gopher://public.test/7/a%0D%0Ab", "ctl-octet", ""},
	{"gopher://public.test/7/find%09a%0D%0AHELO", "ctl-octet", ""},
	{"wais://public.test/db%40other.test?x", "relay", ""},

	{"dict://public.test/d:a%0D%0Ab", "ctl-octet", ""},
	{"whois://public.test/a%0D%0Ab", "ctl-octet", ""},
	{"dict://public.test:25/d:word", "bad-port-list", ""},
	{"gemini://public.test:6379/a", "bad-port-list", ""},

	{"file:///etc/passwd", "scheme", guardSchemes},
	{"afs://cell.example.org/a", "scheme", guardSchemes},
	{"mid:a@b.example", "scheme", guardSchemes},
	{"cid:a@b.example", "scheme", guardSchemes},
	{"imap://public.test/INBOX", "scheme", guardSchemes},
	{"imaps://public.test/INBOX", "scheme", guardSchemes},
	{"pop://public.test/", "scheme", guardSchemes},
	{"pops://public.test/", "scheme", guardSchemes},
	{"sftp://public.test/a", "scheme", guardSchemes},
	{"nfs://public.test/a", "scheme", guardSchemes},
	{"z39.50r://public.test/db?1", "scheme", guardSchemes},
	{"z39.50s://public.test/db;x-search=words", "scheme", guardSchemes},
	{"mailserver:a@b.example/c/d", "scheme", guardSchemes},
	{"data:text/plain,x", "scheme", guardSchemes}, // the model has the content already
	{"javascript:alert(1)", "", ""},

	{"http://public.test/to-loopback", "private-address", ""}, // package open refuses this hop for users too
	{"http://public.test/to-inside", "private-address", ""},
	{"http://public.test/to-mapped", "private-address", ""},
	{"http://public.test/to-metadata", "private-address", ""},
	{"http://public.test/to-decimal", "", ""}, // the opener refuses to read the target
	{"http://public.test/to-file", "redirect-scheme", ""},
	{"http://public.test/to-gopher", "redirect-scheme", ""},
	{"http://public.test/to-telnet", "redirect-scheme", ""},
	{"http://public.test/to-port", "bad-port-list", ""},
	{"http://public.test/to-loop", "", ""},

	{"example.com", "bad-url", ""},
	{"", "bad-url", ""},
	{"http:///etc/passwd", "bad-host", ""},
	{"http://public.test/" + strings.Repeat("a", maxURL), "", ""},
}

// closed are schemes that the tools must not open, with the reason.
var closed = map[string]string{
	"file": "files of this machine", "afs": "files of this machine",
	"data": "the model has the content already",
	"mid":  "messages of the user", "cid": "messages of the user",
	"imap": "mailboxes, with a login", "imaps": "mailboxes, with a login",
	"pop": "mailboxes, with a login", "pops": "mailboxes, with a login",
	"sftp": "a login, with keys of the user", "nfs": "files of private networks, as a user of this machine",
	"tftp":   "files of private networks, over UDP",
	"telnet": "a session", "rlogin": "a session", "tn3270": "a session",
	"mailserver": "a message that a program obeys",
	"z39.50r":    "databases of libraries, which can need a session", "z39.50s": "databases of libraries, which can need a session",
}

// The tools open the schemes of a list and no others, so a new scheme is closed until it is
// added. A scheme that is closed for a reason is not in the list. The tools open no scheme of local files, messages or sessions.
func TestSchemesAreDecided(t *testing.T) {
	for _, o := range all.Openers() {
		for _, name := range o.Schemes() {
			if why := closed[name]; why != "" && slices.Contains(schemes, name) {
				t.Errorf("%s: the tools open it, but closed says that it is for %s", name, why)
			}
			if !strings.Contains(fetchDescription, " "+name+",") && !strings.Contains(fetchDescription, " "+name+".") && slices.Contains(schemes, name) {
				t.Errorf("%s: not in the description of fetch", name)
			}
		}
	}
	for s := range earl.RFC3986.Schemes() {
		if d := s.Designates; slices.Contains(schemes, s.Name) && (d.IsLocal() || d == earl.Service || d == earl.Content) {
			t.Errorf("%s: the tools open it, but its URLs are those of a %s", s.Name, d)
		}
	}
}

// callers has, for each tool, the ways to give it a URL. Each returns the error of the
// call for the URL, or nil.
var callers = map[string][]func(t *testing.T, c *mcp.ClientSession, url string) *Problem{
	"fetch": {func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var f Fetched
		call(t, c, "fetch", fetchInput{URL: url}, &f)
		return f.Error
	}, func(t *testing.T, c *mcp.ClientSession, url string) *Problem { // a later part
		var f Fetched
		call(t, c, "fetch", fetchInput{URL: url, Offset: 1}, &f)
		return f.Error
	}},
	"search": {func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var f Fetched
		call(t, c, "search", searchInput{URL: url, Words: "words"}, &f)
		return f.Error
	}},
	"check": {func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var k Checked
		call(t, c, "check", checkInput{URLs: []string{url}, All: true}, &k)
		return faultOf(&k)
	}, func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var k Checked
		call(t, c, "check", checkInput{URL: url, All: true}, &k)
		return faultOf(&k)
	}},
	"explain": {func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var x Explained
		call(t, c, "explain", explainInput{URL: url}, &x)
		return x.Error
	}},
	"extract": {func(t *testing.T, c *mcp.ClientSession, url string) *Problem {
		var x Extracted
		call(t, c, "extract", extractInput{Text: "<URL:" + url + ">", Base: url}, &x)
		return x.Error
	}},
}

// faultOf returns the error of a check, or its first fault as a Problem.
func faultOf(k *Checked) *Problem {
	if k.Error != nil {
		return k.Error
	}
	for _, r := range k.Results {
		if r.Severity == "fault" {
			p := &Problem{Class: r.Status, Message: r.Message}
			if _, after, ok := strings.Cut(r.Message, `guard "`); ok {
				p.Guard, _, _ = strings.Cut(after, `"`)
			}
			return p
		}
	}
	return nil
}

// offline are the tools that use no network.
var offline = []string{"explain", "extract"}

// Every tool is in the table of callers, so that the tests below check it.
func TestEveryToolIsChecked(t *testing.T) {
	c := connect(t, newNetwork(t).options(Options{}))
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		a := tool.Annotations
		switch {
		case a == nil || !a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint == slices.Contains(offline, tool.Name):
			t.Errorf("%s: annotations %+v", tool.Name, a)
		case len(tool.Description) < 50 || tool.Title == "" || tool.InputSchema == nil || tool.OutputSchema == nil:
			t.Errorf("%s: it needs a title, a description and schemas", tool.Name)
		}
		for _, schema := range []any{tool.InputSchema, tool.OutputSchema} {
			properties := schema.(map[string]any)["properties"].(map[string]any)
			for name, property := range properties {
				if property.(map[string]any)["description"] == nil {
					t.Errorf("%s: the property %q has no description", tool.Name, name)
				}
			}
		}
	}
	slices.Sort(names)
	if want := slices.Sorted(maps.Keys(callers)); !slices.Equal(names, want) {
		t.Errorf("tools %q, but callers in guard_test.go has %q: add the new tool there", names, want)
	}
}

// Every tool refuses every URL of the table, and makes no connection to a special
// address. Tools without a network make no connection at all.
func TestToolsRefuse(t *testing.T) {
	for tool, ways := range callers {
		for way, do := range ways {
			n := newNetwork(t)
			c := connect(t, n.options(Options{}))
			for _, u := range refusedURLs {
				before := n.dialled()
				p := do(t, c, u.url)
				switch {
				case slices.Contains(offline, tool):
					if n.dialled() > 0 || len(n.lookups) > 0 {
						t.Fatalf("%s, %q: it uses the network: %v %q", tool, u.url, n.lookups, n.dials)
					}
				case p == nil && tool != "search" && strings.HasSuffix(u.url, "/7/find"): // a form: nothing is sent
				case p == nil && tool == "check" && (strings.HasPrefix(u.url, "data:") || strings.HasPrefix(u.url, "javascript:")): // skipped
				case p == nil:
					t.Errorf("%s %d, %q: no error, want guard %q", tool, way, u.url, u.guard)
				case tool == "search" && p.Class == "invalid" && n.dialled() == before: // not a URL of a search
				case tool == "check" && u.guard == "ctl-octet" && p.Class == "invalid":
				case u.guard != "" && p.Guard != u.guard && !(u.guard == "bad-url" && p.Class == "invalid"):
					t.Errorf("%s %d, %q: %+v, want guard %q", tool, way, u.url, p, u.guard)
				case strings.Contains(p.Message, "geheim"):
					t.Errorf("%s %d, %q: the password is in %q", tool, way, u.url, p.Message)
				}
				if !strings.Contains(u.url, "/to-") && n.dialled() != before {
					t.Errorf("%s %d, %q: a connection was made to %q", tool, way, u.url, n.dials[before:])
				}
			}
			if list := n.special(); len(list) > 0 {
				t.Errorf("%s %d: connections to %q", tool, way, list)
			}
			for _, path := range n.paths {
				if strings.HasSuffix(path, "/secret") {
					t.Errorf("%s %d: a request for %s", tool, way, path)
				}
			}
		}
	}
}

// A metadata service is refused although AllowNet contains every address.
func TestMetadataIsNeverOpened(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{AllowNet: nets(t, "0.0.0.0/0", "::/0")}))
	for tool, ways := range callers {
		if slices.Contains(offline, tool) {
			continue
		}
		for way, do := range ways {
			for _, url := range []string{"http://169.254.169.254/latest", "http://metadata.test/latest", "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/",
				"gopher://169.254.169.254/7/x", "gopher://metadata.test/7/x%09y", "http://public.test/to-metadata"} {
				p := do(t, c, url)
				if p == nil || p.Guard != "private-address" && !(tool == "search" && p.Class == "invalid") || p.Setting != "" {
					t.Errorf("%s %d, %q: %+v, want guard private-address without a setting", tool, way, url, p)
				}
			}
		}
	}
	for _, address := range n.special() {
		if strings.HasPrefix(address, "169.254.169.254:") || strings.HasPrefix(address, "[fd00:") {
			t.Errorf("a connection to %s", address)
		}
	}
}

// AllowNet allows a special address, and only that.
func TestAllowNet(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{AllowNet: nets(t, "127.0.0.1", "10.0.0.7:70")}))
	for url, want := range map[string]string{
		"http://127.0.0.1/page": "", "http://localhost/page": "", "gopher://inside.test/1": "",
		"http://inside.test/page": "private-address", "http://127.0.0.2/page": "private-address", "http://127.0.0.1:25/page": "bad-port-list",
		"http://127.0.0.1/to-inside": "private-address", "http://127.0.0.1/to-metadata": "private-address", "http://127.0.0.1/to-public": "",
	} {
		var f Fetched
		call(t, c, "fetch", fetchInput{URL: url}, &f)
		if got := guardOf(f.Error); got != want {
			t.Errorf("fetch %q: %+v, want guard %q", url, f.Error, want)
		}
		if want == "private-address" && f.Error != nil && !strings.Contains(url, "metadata") && f.Error.Setting != "--allow-net" {
			t.Errorf("fetch %q: setting %q, want --allow-net", url, f.Error.Setting)
		}
	}
}

// guardOf returns the guard of a Problem, "" for nil.
func guardOf(p *Problem) string {
	switch {
	case p == nil:
		return ""
	case p.Guard == "":
		return p.Class
	}
	return p.Guard
}

// A login in a redirect is not sent. A redirect that programs read differently is read
// once, as a browser reads it, and checked and opened as that URL.
func TestReadingOfARedirect(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{}))
	for _, do := range append(callers["fetch"], callers["check"]...) {
		do(t, c, "http://public.test/to-login")
		do(t, c, "http://public.test/to-disagreeing")
	}
	if !slices.Contains(n.paths, "other.test/") || !slices.Contains(n.paths, "other.test/@127.0.0.1/") || len(n.logins) > 0 || len(n.special()) > 0 {
		t.Errorf("requests %q with the logins %q, connections to %q", n.paths, n.logins, n.special())
	}
}

// A name that changes its address between lookups is opened at the address that was
// checked, or refused. (DNS rebinding)
func TestRebinding(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{}))
	var got []string
	for range 4 {
		var f Fetched
		call(t, c, "fetch", fetchInput{URL: "gopher://rebind.test/1"}, &f)
		got = append(got, guardOf(f.Error))
	}
	if want := []string{"", "private-address", "", "private-address"}; !slices.Equal(got, want) {
		t.Errorf("the guards were %q, want %q", got, want)
	}
	if n.lookups["rebind.test"] != 4 || len(n.special()) > 0 {
		t.Errorf("%d lookups, connections to %q: each connection must use the lookup that was checked", n.lookups["rebind.test"], n.special())
	}
}

// Each part of the guard is needed: without it, tools open URLs of the table. This also
// shows that the tests above fail if a part is missing.
func TestEveryGuardIsNeeded(t *testing.T) {
	t.Parallel()
	for _, off := range []guardName{guardText, guardSchemes, guardSpecial} {
		n := newNetwork(t)
		c := connect(t, n.options(Options{off: off}))
		for _, u := range refusedURLs {
			if u.needs != off {
				continue
			}
			for tool, ways := range callers {
				if slices.Contains(offline, tool) {
					continue
				}
				for way, do := range ways {
					if p := do(t, c, u.url); p != nil && p.Guard == u.guard {
						t.Errorf("%s %d, %q: guard %q refuses it although %q is off", tool, way, u.url, u.guard, off)
					}
				}
			}
		}
		if off == guardSpecial && len(n.special()) == 0 {
			t.Errorf("no connection to a special address without %q", off)
		}
	}
}
