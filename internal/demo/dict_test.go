package demo

import (
	"reflect"
	"strings"
	"testing"
)

// rfc2229 2, 3: each command has its reply.
func TestDict(t *testing.T) {
	address := started(t).tcp()["dict"]
	for requests, want := range map[string]string{
		"DEFINE words url":               "150 1 definitions\r\n151 \"url\" words \"Some words about URLs\"\r\nurl\r\n",
		"define ! 'FTP'":                 "150 1 definitions\r\n151 \"ftp\" schemes",
		"DEFINE * say\\ \\\"dot\\\"":     "150 1 definitions\r\n151 \"say \\\"dot\\\"\" words \"Some words about URLs\"\r\nA line of one dot, one of two, and a line that begins with a dot:\r\n..\r\n...\r\n..end\r\n.\r\n250",
		"DEFINE none url":                "550 ",
		"DEFINE * none":                  "552 ",
		"DEFINE url":                     "501 ",
		"DEFINE \"":                      "501 ",
		"":                               "501 ",
		"MATCH * exact url":              "152 1 matches\r\nwords \"url\"\r\n.\r\n250 ",
		"MATCH ! . s":                    "152 2 matches\r\nwords \"say \\\"dot\\\"\"\r\nwords \"scheme\"\r\n.\r\n250 ",
		"MATCH schemes suffix ttps":      "152 1 matches\r\nschemes \"https\"\r\n.\r\n250 ",
		"MATCH schemes substring 39.50r": "152 1 matches\r\nschemes \"z39.50r\"\r\n.\r\n250 ",
		"MATCH * soundex url":            "551 ",
		"MATCH none exact url":           "550 ",
		"MATCH * exact none":             "552 ",
		"SHOW DB":                        "110 2 databases\r\nwords \"Some words about URLs\"\r\nschemes \"The schemes that earl knows\"\r\n.\r\n250 ",
		"SHOW STRAT":                     "111 4 strategies\r\nprefix ",
		"SHOW INFO words":                "112 About words\r\nSome words about URLs.\r\n.\r\n250 ",
		"SHOW INFO *":                    "550 ",
		"SHOW SERVER":                    "114 ",
		"STATUS":                         "210 ",
		"AUTH a b":                       "500 ",
		"OPTION MIME\r\nSHOW SERVER":     "250 ok\r\n114 About this server\r\n\r\nA dictionary",
		strings.Repeat("x", maxLine):     "",
	} {
		got := ask(t, address, "CLIENT \"test\"\r\n"+requests+"\r\nQUIT\r\n")
		hello, rest, _ := strings.Cut(got, "250 Welcome\r\n")
		if !strings.HasPrefix(hello, "220 ") || !strings.HasSuffix(hello, dictMessage+"\r\n") || !strings.HasPrefix(rest, want) {
			t.Errorf("the requests %.40q are answered by %q, want %q", requests, got, want)
		}
		if want != "" && !strings.HasSuffix(rest, "221 Goodbye\r\n") {
			t.Errorf("the requests %.40q do not end in a goodbye: %q", requests, rest)
		}
	}
}

// rfc2229 2.2: arguments are atoms or between quotes.
func TestDictTokens(t *testing.T) {
	for line, want := range map[string][]string{
		`a "b c" 'd "e'  f\ g ""`: {"a", "b c", `d "e`, "f g", ""},
		`"a\"b\\"`:                {`a"b\`},
		"":                        nil,
	} {
		if got, ok := dictTokens(line); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("dictTokens(%q) = %q, %v, want %q", line, got, ok, want)
		}
	}
	if got, ok := dictTokens(`a "b`); ok {
		t.Errorf("quotes that do not end give %q", got)
	}
}
