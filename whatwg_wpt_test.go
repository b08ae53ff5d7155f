package earl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared opens a file of the shared data, which is not part of the repository.
func shared(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("EARL_SHARED")
	if dir == "" {
		dir = "../shared"
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("the shared data is not here (EARL_SHARED names where it is): %v", err)
	}
	return text
}

// members returns the members that the standard's URL class has for u.
func members(u URL) map[string]string {
	user, _ := u.User()
	password, _ := u.Password()
	host, _ := u.Host()
	port, _ := u.Port()
	m := map[string]string{"href": u.String(), "protocol": u.Scheme() + ":", "username": user, "password": password,
		"host": host, "hostname": host, "port": port, "pathname": u.Path(), "search": "", "hash": "", "origin": u.Origin()}
	if port != "" {
		m["host"] += ":" + port
	}
	if query, _ := u.Query(); query != "" {
		m["search"] = "?" + query
	}
	if fragment, _ := u.Fragment(); fragment != "" {
		m["hash"] = "#" + fragment
	}
	return m
}

func TestWPTURLTestData(t *testing.T) {
	var rows []json.RawMessage
	if err := json.Unmarshal(shared(t, "conformance/wpt/urltestdata.json"), &rows); err != nil {
		t.Fatal(err)
	}
	n, passed := 0, 0
	for _, raw := range rows {
		var row map[string]any
		if json.Unmarshal(raw, &row) != nil {
			continue
		}
		n++
		in := row["input"].(string)
		slowTwin(t, in)
		var u URL
		var err error
		if base, ok := row["base"].(string); ok {
			var b URL
			if b, err = WHATWG.Parse(base); err == nil {
				u, err = WHATWG.Resolve(b, in)
			}
		} else {
			u, err = WHATWG.Parse(in)
		}
		good := true
		if row["failure"] == true {
			good = err != nil
			if !good {
				t.Errorf("%q on %v = %q, want a failure", in, row["base"], u)
			}
		} else if err != nil {
			good = false
			t.Errorf("%q on %v: %v", in, row["base"], err)
		} else {
			for name, got := range members(u) {
				if want, ok := row[name].(string); ok && got != want {
					good = false
					t.Errorf("%q on %v: %s = %q, want %q", in, row["base"], name, got, want)
				}
			}
		}
		if good {
			passed++
		}
	}
	t.Logf("%d of %d", passed, n)
}

func TestWPTSetters(t *testing.T) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(shared(t, "conformance/wpt/setters_tests.json"), &all); err != nil {
		t.Fatal(err)
	}
	with := func(c Component) func(URL, string) (URL, error) {
		return func(u URL, v string) (URL, error) { return u.With(c, Some(Octets(v))) }
	}
	set := map[string]func(u URL, value string) (URL, error){
		"protocol": with(ComponentScheme),
		"username": with(ComponentUser),
		"password": with(ComponentPassword),
		"host":     func(u URL, v string) (URL, error) { return u.with(setHost, v, nil) },
		"hostname": with(ComponentHost),
		"port":     with(ComponentPort),
		"pathname": with(ComponentPath),
		"search":   with(ComponentQuery),
		"hash":     with(ComponentFragment),
		"href":     func(u URL, v string) (URL, error) { return WHATWG.Parse(v) },
	}
	n, passed := 0, 0
	for member, raw := range all {
		if member == "comment" {
			continue
		}
		var rows []struct {
			Href     string
			NewValue string `json:"new_value"`
			Expected map[string]string
		}
		if err := json.Unmarshal(raw, &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			n++
			u := WHATWG.MustParse(row.Href)
			if v, err := set[member](u, row.NewValue); err == nil {
				u = v
			}
			good := true
			if again, err := WHATWG.Parse(u.String()); err != nil || again != u {
				good = false
				t.Errorf("%s of %q to %q = %q, read again %q %v %v", member, row.Href, row.NewValue, u, again, u.ends, again.ends)
			}
			for name, want := range row.Expected {
				if got := members(u)[name]; got != want {
					good = false
					t.Errorf("%s of %q to %q: %s = %q, want %q", member, row.Href, row.NewValue, name, got, want)
				}
			}
			if good {
				passed++
			}
		}
	}
	t.Logf("%d of %d", passed, n)
}

func TestWPTPercentEncoding(t *testing.T) {
	var rows []json.RawMessage
	if err := json.Unmarshal(shared(t, "conformance/wpt/percent-encoding.json"), &rows); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, raw := range rows {
		var row struct {
			Input  string
			Output map[string]string
		}
		if json.Unmarshal(raw, &row) != nil {
			continue
		}
		n++
		u := WHATWG.MustParse("https://doesnotmatter.invalid/?" + row.Input + "#" + row.Input)
		want := row.Output["utf-8"]
		query, _ := u.Query()
		if fragment, _ := u.Fragment(); query != want || fragment != want {
			t.Errorf("%q: query %q, fragment %q, want %q", row.Input, query, fragment, want)
		}
	}
	t.Logf("%d rows", n)
}

// The set of confusing URLs, compared with the results of Node 20.
func TestConfusingURLs(t *testing.T) {
	var set struct {
		Cases []struct {
			Input string
			Node  struct{ Host, Port, Error string } `json:"whatwg_node"`
		}
	}
	if err := json.Unmarshal(shared(t, "conformance/confusion/urls.json"), &set); err != nil {
		t.Fatal(err)
	}
	since := map[string]string{"http://xn--a/": "a domain in ASCII is only put in lower case"} // the standard has changed
	for _, row := range set.Cases {
		u, err := WHATWG.Parse(row.Input)
		host, _ := u.Host()
		port, _ := u.Port()
		same := (err != nil) == (row.Node.Error != "") && host == row.Node.Host && port == row.Node.Port
		if _, listed := since[row.Input]; same == listed {
			t.Errorf("Parse(%q) = %q %q, %v, want %+v (%s)", row.Input, host, port, err, row.Node, since[row.Input])
		}
	}
}

// The domains of Unicode's own tests and of the tests of ToASCII. Code points that end a
// host in a URL are escaped, as the runner of the tests does.
func TestWPTDomains(t *testing.T) {
	ends := strings.NewReplacer(":", "%3A", "/", "%2F", "?", "%3F", "#", "%23", "\\", "%5C")
	for _, name := range []string{"toascii.json", "IdnaTestV2.json"} {
		t.Run(name, func(t *testing.T) {
			var rows []json.RawMessage
			if err := json.Unmarshal(shared(t, "conformance/wpt/"+name), &rows); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, raw := range rows {
				var row struct{ Input, Output string } // no output: an error
				if json.Unmarshal(raw, &row) != nil || row.Input == "" {
					continue // a comment, or a host that a URL cannot have
				}
				n++
				u, _ := WHATWG.Parse("https://" + ends.Replace(row.Input) + "/x")
				if host, _ := u.Host(); host != row.Output {
					t.Errorf("the host %+q = %q, want %q", row.Input, host, row.Output)
				}
			}
			t.Logf("%d hosts", n)
		})
	}
}
