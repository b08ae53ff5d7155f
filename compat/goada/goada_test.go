package goada_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl/compat/goada"
)

func Example() {
	u, err := goada.New("https://www.GOoglé.com/./path/../path2/")
	if err != nil {
		panic(err)
	}
	u.SetProtocol("http:")
	u.SetHash("goada")
	fmt.Println(u.Href())
	// Output: http://www.xn--googl-fsa.com/path2/#goada
}

func TestNew(t *testing.T) {
	for _, row := range []struct {
		in, base, want string
		err            error
	}{
		{in: "", err: goada.ErrEmptyString},
		{in: "some bad url", err: goada.ErrInvalidUrl},
		{in: "HTTP://H:80", want: "http://h/"},
		{in: "../x", base: "http://h/a/b/c", want: "http://h/a/x"},
		{in: "", base: "http://h/", err: goada.ErrEmptyString},
		{in: "x", base: "y", err: goada.ErrInvalidUrl},
		{in: "//[", base: "http://h/", err: goada.ErrInvalidUrl},
	} {
		u, err := goada.New(row.in)
		if row.base != "" {
			u, err = goada.NewWithBase(row.in, row.base)
		}
		if !errors.Is(err, row.err) || err == nil && (u.Href() != row.want || !u.Valid()) {
			t.Errorf("%q on %q = %v, %v, want %q, %v", row.in, row.base, u, err, row.want, row.err)
		}
	}
	if _, err := goada.NewWithBase("x", ""); !errors.Is(err, goada.ErrEmptyString) {
		t.Error(err)
	}
	if (&goada.Url{}).Valid() {
		t.Error("the zero Url is valid")
	}
}

// seen has the values of all getters, in their order in the package.
func seen(u *goada.Url) string {
	return fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s|%s", u.Protocol(), u.Username(), u.Password(), u.Hostname(), u.Port(), u.Host(), u.Pathname(), u.Search(), u.Hash())
}

// answers has the names of the questions that u answers with yes.
func answers(u *goada.Url) string {
	text := ""
	for _, q := range []struct {
		name string
		yes  bool
	}{
		{"credentials ", u.HasCredentials()}, {"user ", u.HasNonEmptyUsername()}, {"password ", u.HasPassword()}, {"nonempty ", u.HasNonEmptyPassword()},
		{"host ", u.HasHostname()}, {"nohost ", u.HasEmptyHostname()}, {"port ", u.HasPort()}, {"search ", u.HasSearch()}, {"hash ", u.HasHash()},
	} {
		if q.yes {
			text += q.name
		}
	}
	return text
}

func TestGetters(t *testing.T) {
	for _, row := range []struct{ in, seen, answers string }{
		{"http://u:p@h:8080/a?b#c", "http:|u|p|h|8080|h:8080|/a|?b|#c", "credentials user password nonempty host port search hash "},
		{"http://:p@h:80/?#", "http:||p|h||h|/||", "credentials password nonempty host search hash "},
		{"file:///a", "file:||||||/a||", "host nohost "},
		{"mailto:a@b", "mailto:||||||a@b||", ""},
		{"x:/.//a", "x:||||||//a||", ""},
		{"http://[0::1]/", "http:|||[::1]||[::1]|/||", "host "},
	} {
		u, err := goada.New(row.in)
		if err != nil || seen(u) != row.seen || answers(u) != row.answers {
			t.Errorf("%q: %v\n got %s %s\nwant %s %s", row.in, err, seen(u), answers(u), row.seen, row.answers)
		}
	}
}

// setter returns the setter with the name that the URL class gives it.
func setter(u *goada.Url, name string) func(string) bool {
	always := func(set func(string)) func(string) bool {
		return func(s string) bool { set(s); return true }
	}
	return map[string]func(string) bool{
		"href": u.SetHref, "protocol": u.SetProtocol, "username": u.SetUsername, "password": u.SetPassword, "host": u.SetHost, "hostname": u.SetHostname,
		"port": u.SetPort, "pathname": u.SetPathname, "search": always(u.SetSearch), "hash": always(u.SetHash),
	}[name]
}

func TestSetters(t *testing.T) {
	for _, row := range []struct {
		in, name, value, want string
		ok                    bool
	}{
		{"http://h/", "href", "ftp://g", "ftp://g/", true},
		{"http://h/", "href", "g", "http://h/", false},
		{"http://h/", "protocol", "wss:x", "wss://h/", true},
		{"http://h/", "protocol", "gopher", "http://h/", false},
		{"http://h/", "username", "a:b", "http://a%3Ab@h/", true},
		{"file:///", "username", "a", "file:///", false},
		{"http://u@h/", "password", "p", "http://u:p@h/", true},
		{"http://h:1/", "host", "g:2", "http://g:2/", true},
		{"http://h:1/", "host", "g", "http://g:1/", true},
		{"http://h:1/", "host", "g:x", "http://g:1/", true},
		{"http://h:1/", "host", "g\n:\t2/x", "http://g:2/", true},
		{"http://h:1/", "host", `g\@x:2`, "http://g:1/", true},
		{"x://h:1/", "host", `g\x:2`, "x://h:1/", false},
		{"http://h:1/", "host", "[0::1]:2", "http://[::1]:2/", true},
		{"http://h:1/", "host", ":2", "http://h:1/", false},
		{"x://h/", "host", ":/", "x://h/", false},
		{"http://h/", "host", "g:2[::1]:3", "http://g:2/", true},
		{"http://h:1/", "port", "\t\n", "http://h:1/", true},
		{"http://h/", "protocol", "", "http://h/", true},
		{"http://h:1/", "host", "a b", "http://h:1/", false},
		{"file://h/", "host", "g:1", "file://h/", false},
		{"http://h:1/", "hostname", "g:2", "http://h:1/", false},
		{"http://h:1/", "port", "", "http://h/", true},
		{"http://h:1/", "port", "x", "http://h:1/", false},
		{"http://h/a", "pathname", "b?c", "http://h/b%3Fc", true},
		{"mailto:a", "pathname", "b", "mailto:a", false},
		{"http://h/?a", "search", "", "http://h/", true},
		{"http://h/#a", "hash", "#b", "http://h/#b", true},
	} {
		u, err := goada.New(row.in)
		if err != nil {
			t.Fatal(err)
		}
		if ok := setter(u, row.name)(row.value); ok != row.ok || u.Href() != row.want {
			t.Errorf("%q.%s = %q: %v, %q, want %v, %q", row.in, row.name, row.value, ok, u.Href(), row.ok, row.want)
		}
	}
}

// The Web Platform Tests of the setters, from the shared data.
func TestWPTSetters(t *testing.T) {
	dir := os.Getenv("EARL_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	text, err := os.ReadFile(filepath.Join(dir, "conformance/wpt/setters_tests.json"))
	if err != nil {
		t.Skipf("the shared data is not here: %v", err)
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	n := 0
	for name, raw := range all {
		var rows []struct {
			Href     string
			NewValue string `json:"new_value"`
			Expected map[string]string
		}
		if json.Unmarshal(raw, &rows) != nil {
			continue // a comment
		}
		for _, row := range rows {
			u, err := goada.New(row.Href)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if setter(u, name)(row.NewValue); u.Href() != row.Expected["href"] {
				t.Errorf("%q.%s = %q: %q, want %q", row.Href, name, row.NewValue, u.Href(), row.Expected["href"])
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d rows", n)
	}
}
