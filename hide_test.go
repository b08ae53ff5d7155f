package earl

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// secretTexts have the secret "SEC" in every place where an edition, a program or
// a user reads a password. hidden is what Redact and Redacted return.
var secretTexts = []struct{ in, hidden, src string }{
	{"mysql://u:SEC#SEC@h/db", "mysql://u:xxxxx@h/db", "F3, a fragment ends the authority (rfc3986 3.2)"},
	{"postgres://u:SEC/SEC@localhost/db", "postgres://u:xxxxx@localhost/db", "F3, a slash ends the authority (rfc3986 3.2)"},
	{"redis://:SEC?SEC@h/0", "redis://:xxxxx@h/0", "F3, draft1996 reads a password with a question mark"},
	{"http://u:SEC/SEC@h/", "http://u:xxxxx@h/", "F3"},
	{`http://u:SEC\SEC@h/`, `http://u:xxxxx@h/`, "F3, RFC 3986 programs read a backslash in a password"},
	{"http://u:12/SEC@h/", "http://u:xxxxx@h/", "F3, digits before a slash"},
	{"x://u:12?SEC@h/", "x://u:xxxxx@h/", "rfc1738 5, hsoname of an unregistered scheme"},
	{"http://u:SEC@SEC@h/", "http://u:xxxxx@h/", "F3, the last @ (whatwg authority state)"},
	{"http://u:SEC@SEC/SEC@h.example/a@b", "http://u:xxxxx@b", "F3, @ and slash"},
	{"http://u:SEC@h.example/a:c@b", "http://u:xxxxx@h.example/a:c@b", "F3, a path stays"},
	{"http://u@x:SEC@h/", "http://u@x:xxxxx@h/", "uri-js and draft1996 differ"},
	{"x://u?x:SEC@h/", "x://u?x:xxxxx@h/", "draft1996 5, user"},
	{"http://u%3ASEC@h/", "http://u%3Axxxxx@h/", "rfc7617 2, the user of Basic is decoded"},
	{"http://u:SEC%40h/", "http://u:xxxxx%40h/", "F3, a text with an encoded @"},
	{"http://u：SEC＠h/", "http://u：xxxxx＠h/", "uts46 4"},
	{"http://u:SEC\t@\nh/", "http://u:xxxxx@\nh/", "whatwg basic URL parser 3"},
	{"ht\ttp:/\n/u:SEC@h/", "ht\ttp:/\n/u:xxxxx@h/", "whatwg basic URL parser 3"},
	{"HTTP://U:SEC@H/", "HTTP://U:xxxxx@H/", "rfc3986 3.1"},
	{"u:SEC@h/", "u:xxxxx@h/", "curl reads a login without a scheme"},
	{"//u:SEC@h/", "//u:xxxxx@h/", "rfc3986 4.2"},
	{`\\u:SEC@h/`, `\\u:xxxxx@h/`, "whatwg relative slash state"},
	{"http:/u:SEC@h/", "http:/u:xxxxx@h/", "whatwg special authority slashes state"},
	{"http:u:SEC@h/", "http:u:xxxxx@h/", "whatwg special authority slashes state"},
	{"http:///u:SEC@h/", "http:///u:xxxxx@h/", "whatwg special authority ignore slashes state"},
	{"x:u:SEC@h/", "x:u:xxxxx@h/", "node-legacy"},
	{"http://[::1:SEC@h/", "http://[:xxxxx@h/", "whatwg reads :1:SEC"},
	{"http://u:SEC@[::1]:80/a@b", "http://u:xxxxx@[::1]:80/a@b", "rfc3986 3.2.2"},
	{`"http://u:SEC@h/"`, `"http://u:xxxxx@h/"`, "F3, quoted"},
	{"<URL:http://u:SEC@h/>", "<URL:http://u:xxxxx@h/>", "rfc1738 appendix"},
	{"view-source:http://u:SEC@h/", "view-source:http://u:xxxxx@h/", "F3, nested"},
	{"jdbc:mysql://u:SEC@h/d", "jdbc:mysql://u:xxxxx@h/d", "Connector/J"},
	{"jdbc:mysql://h/d?user=a&password=SEC", "jdbc:mysql://h/d?user=a&password=xxxxx", "Connector/J"},
	{"jdbc:sqlserver://h:1433;user=a;password={SEC;SEC};x=1", "jdbc:sqlserver://h:1433;user=a;password=xxxxx;x=1", "mssql-jdbc"},
	{"jdbc:oracle:thin:u/SEC@h:1521:d", "jdbc:oracle:thin:xxxxx@h:1521:d", "Oracle JDBC"},
	{"postgresql://h/d?sslmode=a&PassWord=SEC", "postgresql://h/d?sslmode=a&PassWord=xxxxx", "libpq 32.1.1.2"},
	{"git+https://u:SEC@h/a.git", "git+https://u:xxxxx@h/a.git", "pip"},
	{"mongodb://u:SEC@h1:1,h2:2/", "mongodb://u:xxxxx@h1:1,h2:2/", "mongodb connection strings"},
	{"http://h.example/?url=http://u:SEC@h/", "http://h.example/?url=http://u:xxxxx@h/", "F3, in a query"},
	{"http://h.example/?u=http%3A%2F%2Fu%3ASEC%40h%2F", "http://h.example/?u=http%3A%2F%2Fu%3Axxxxx%40h%2F", "F3, encoded"},
	{"http://h.example/?u=http%253A%252F%252Fu%253ASEC%2540h", "http://h.example/?u=http%253A%252F%252Fu%253Axxxxx%2540h", "F3, encoded twice"},
	{"http://a.example/web/2020/http://u:SEC@h/", "http://a.example/web/2020/http://u:xxxxx@h/", "F3, in a path"},
}

// F3: Redact hides what any edition, program or user reads as a password, and
// Redacted of each edition's URL hides the same.
func TestEveryReadingOfAPasswordIsHidden(t *testing.T) {
	t.Parallel()
	for _, row := range secretTexts {
		if got := Redact(row.in); got != row.hidden {
			t.Errorf("Redact(%q) = %q, want %q (%s)", row.in, got, row.hidden, row.src)
		}
		for _, e := range editionsUnderTest {
			u, err := e.Parse(row.in)
			if err != nil {
				if strings.Contains(err.Error(), "SEC") {
					t.Errorf("%s: Parse(%q): the error shows the secret: %v", e.Name(), row.in, err)
				}
				continue
			}
			if got := u.Redacted(); strings.Contains(got, "SEC") || !u.HasSecret() {
				t.Errorf("%s: Redacted(%q) = %q, HasSecret %v", e.Name(), row.in, got, u.HasSecret())
			}
		}
	}
}

// F3: what no program reads as a password stays readable.
func TestRedactKeepsOrdinaryTexts(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"mailto:joe@example.org", "mailto:joe@example.org?cc=a:b@example.org", "joe@example.org", "http://h/path:with@sign",
		"http://localhost:5173/@vite/client", "http://h.example:8080/users/joe@example.org", "https://h.example/@joe:example.org",
		"http://[::1]:80/a@b", "http://backend:8080/users/joe@example.org", "https://matrix.example/#/@joe:example.org", "https://a.example/web/2020/http://h.example:80/@joe",
		"ssh://git@h.example:22/a", "git@h.example:group/a", "pkg:npm/a@1.2", "http://192.0.2.1:8080/a@b", "sip:a@b",
		"https://maps.example/@40.7,-74.0,17z/data=!1s0x89c2:0x1234", "http://h.example/?t=12:30&e=a@b", "http://h:80/@a",
		"news:a@b", "http://h.example:80#a@b", `http://127.0.0.1:7080\@www.bank.example/`, "tag:h.example,2020:a",
	} {
		if got := Redact(in); got != in {
			t.Errorf("Redact(%q) = %q", in, got)
		}
	}
}

// F3: of 20,000 URLs from real pages, few lose something that is not a secret.
func TestRedactOfOrdinaryURLs(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../shared/conformance/bench/top20k.txt")
	if err != nil {
		t.Skip("needs the corpus top20k.txt: ", err)
	}
	defer f.Close()
	const most = 5
	hidden := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if got := Redact(s.Text()); got != s.Text() && !strings.HasPrefix(s.Text(), "data:") {
			hidden++
			t.Logf("%s: %s", s.Text(), got)
		}
	}
	if hidden > most {
		t.Errorf("%d URLs are changed, want at most %d", hidden, most)
	}
}

// SPEC F3: tokens are hidden in any text.
func TestHideTokens(t *testing.T) {
	t.Parallel()
	const jwt = "eyJhbGciOiJIUzI1NiJ9.e30.SEC-_"
	for in, want := range map[string]string{
		"https://SEC@h/":                         "https://xxxxx@h/",
		"https://" + jwt + "@h/":                 "https://xxxxx@h/",
		"git+https://SEC@h/":                     "git+https://xxxxx@h/",
		"HTTPS://SEC@h/":                         "HTTPS://xxxxx@h/",
		"//SEC@h/":                               "//xxxxx@h/",
		"https://SEC%3Ax-oauth-basic@h/":         "https://xxxxx@h/",
		"https://SECSECSECSECSECSECSEC:xxxxx@h/": "https://xxxxx:xxxxx@h/",
		"https://SEC:@h/":                        "https://xxxxx:@h/",
		"error at https://SEC@h/, and http://b/": "error at https://xxxxx@h/, and http://b/",
		"GET /?access_token=SEC&a=b HTTP/1.1":    "GET /?access_token=xxxxx&a=b HTTP/1.1",
		"http://h/?a=b;Access-Token=SEC;c":       "http://h/?a=b;Access-Token=xxxxx;c",
		"http://h/#access_token=SEC&x=1":         "http://h/#access_token=xxxxx&x=1",
		"http://h/?acc%65ss_token=SEC":           "http://h/?acc%65ss_token=xxxxx",
		"http://h/?access%5Ftoken=SEC":           "http://h/?access%5Ftoken=xxxxx",
		"http://h/?token=SEC&token=SEC":          "http://h/?token=xxxxx&token=xxxxx",
		"http://h/?X-Amz-Signature=SEC&X-Amz-Security-Token=SEC&X-Amz-Credential=SEC&X-Amz-Date=1": "http://h/?X-Amz-Signature=xxxxx&X-Amz-Security-Token=xxxxx&X-Amz-Credential=xxxxx&X-Amz-Date=1",
		"https://h.blob.example/a?sv=2020&sig=SEC%3D":                                              "https://h.blob.example/a?sv=2020&sig=xxxxx",
		"http://h/?user[password]=SEC":                                                             "http://h/?user[password]=xxxxx",
		"http://h/?u=http%3A%2F%2Fk%2F%3Ftoken%3DSEC%26a":                                          "http://h/?u=http%3A%2F%2Fk%2F%3Ftoken%3Dxxxxx%26a",
		"http://h/?u=https%3A%2F%2FSEC%40k%2F":                                                     "http://h/?u=https%3A%2F%2Fxxxxx%40k%2F",
		"http://h/a;jsessionid=SEC?b":                                                              "http://h/a;jsessionid=xxxxx?b",
		"https://api.telegram.org/bot1:SEC/getMe":                                                  "https://api.telegram.org/botxxxxx/getMe",
		"https://hooks.slack.com/services/T/B/SEC":                                                 "https://hooks.slack.com/services/xxxxx",
		"http://h/?code=SECSECSECSECSECSEC&state=1":                                                "http://h/?code=xxxxx&state=1",
		"http://h/?client_secret=SEC":                                                              "http://h/?client_secret=xxxxx",
	} {
		if got := HideTokens(in); got != want {
			t.Errorf("HideTokens(%q) = %q, want %q", in, got, want)
		}
	}
	for _, in := range []string{
		"", "ftp://joe@h/", "ssh://git@h/", "mailto:joe@example.org", "http://h/@joe", "http://h/?q=token", "http://h/?code=404",
		"http://h/?tokens=3", "http://h/?token=", "a = b", "sftp://joe@h/", "imap://joe@h/", "imap://joe;AUTH=GSSAPI@h/", "x=1 https://h/ a@b",
	} {
		if got := HideTokens(in); got != in {
			t.Errorf("HideTokens(%q) = %q", in, got)
		}
	}
}

// F3: Masked has the same components, and shows no secret of any reading.
func TestMasked(t *testing.T) {
	t.Parallel()
	u := RFC3986.MustParse("ftp://u:longsecret@h:21/a?b#c")
	if got, want := u.Masked(), RFC3986.MustParse("ftp://u:"+Hidden+"@h:21/a?b#c"); got != want {
		t.Errorf("Masked = %#v", got)
	}
	for _, row := range secretTexts {
		for _, e := range editionsUnderTest {
			u, err := e.Parse(row.in)
			if err != nil {
				continue
			}
			v := u.Masked()
			if strings.Contains(v.String(), "SEC") {
				t.Errorf("%s: Masked(%q) = %q", e.Name(), row.in, v.String())
			}
			_, before := u.Host()
			_, after := v.Host()
			if before != after || u.Scheme() != v.Scheme() {
				t.Errorf("%s: Masked(%q) = %q has other components", e.Name(), row.in, v.String())
			}
		}
	}
}

// F3: MaskPassword keeps the length and what decides how programs read the text.
func TestMaskPassword(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"http://h/":                       "http://h/",
		"http://u:s3cret@h/":              "http://u:x1xxxx@h/",
		"http://u:a%40b%63@h/":            "http://u:x%40x%78@h/",
		`http://127.0.0.1:6666\@1.1.1.1/`: `http://127.0.0.1:6666\@1.1.1.1/`,
		`http://h:66666666\@1.1.1.1/`:     `http://h:11111111\@1.1.1.1/`,
		"http://u:p.w%2F%41@h/":           "http://u:xxx%2F%78@h/",
		"http://u:12/p@h/":                "http://u:12/x@h/",
		`http://u:p\q#r?0@h/`:             `http://u:x\x#x?1@h/`,
	} {
		if got := MaskPassword(in); got != want {
			t.Errorf("MaskPassword(%q) = %q, want %q", in, got, want)
		}
	}
}
