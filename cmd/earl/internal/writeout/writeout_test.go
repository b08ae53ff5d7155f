package writeout

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

var facts = Facts{
	URL: "http://h/a", Effective: "http://h/b", Scheme: "http", Method: "GET", Code: 200, Version: "1.1",
	Type: "text/plain", File: "b", Downloaded: 1000, Redirects: 1, Connects: 1,
	Remote: netip.MustParseAddrPort("[::1]:8080"), Fields: map[string][]string{"X-One": {"a", "b"}, "Etag": {`"x"`}},
	Total: 500 * time.Millisecond, Lookup: time.Millisecond,
}

func TestAppend(t *testing.T) {
	for format, want := range map[string][2]string{
		`%{http_code} %{response_code}\n`:                    {"200 200\n"},
		`%{size_download}\t%{time_total}\t%{speed_download}`: {"1000\t0.500000\t2000"},
		`%{remote_ip} %{remote_port} %{http_version}`:        {"::1 8080 1.1"},
		`%header{x-one}|%header{nope}|%header{ETag}`:         {`a||"x"`},
		`100%% \\ \q %{nope}%{unfinished`:                    {`100% \ \q %{unfinished`},
		`a%{stderr}b%{stdout}c`:                              {"ac", "b"},
		`a%{onerror}b`:                                       {"a"},
		`%{errormsg}%{exitcode}`:                             {"0"},
		`%{header_json}`:                                     {`{"etag":["\"x\""],"x-one":["a","b"]}`},
	} {
		out, errs := Parse(format).Append(nil, nil, &facts)
		if got := [2]string{string(out), string(errs)}; got != want {
			t.Errorf("%q: %q, want %q", format, got, want)
		}
	}
	failed := Facts{ExitCode: 6, Error: "no connection", Version: "0"}
	if out, _ := Parse("%{onerror}%{http_code} %{errormsg} %{remote_ip}.").Append(nil, nil, &failed); string(out) != "000 no connection ." {
		t.Errorf("of an error: %q", out)
	}
}

func TestUnknown(t *testing.T) {
	f := Parse("%{http_code}%{nope}%{nope}%{json}")
	if !slices.Equal(f.Unknown, []string{"nope"}) {
		t.Errorf("Unknown %q", f.Unknown)
	}
}

// JSON has every variable, with the types that curl gives them.
func TestJSON(t *testing.T) {
	out, _ := Parse("%{json}").Append(nil, nil, &facts)
	var m map[string]any
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	if len(m) != len(variables) || m["http_code"] != 200.0 || m["time_total"] != 0.5 || m["errormsg"] != nil || m["method"] != "GET" {
		t.Errorf("%s", out)
	}
	if !slices.IsSortedFunc(variables, func(a, b variable) int {
		if a.name < b.name {
			return -1
		}
		return 1
	}) {
		t.Error("the variables are not in order")
	}
}

func TestLoad(t *testing.T) {
	for text, want := range map[string]string{"%{http_code}": "200", "@-": "from stdin 200"} {
		f, err := Load(text, strings.NewReader("from stdin %{http_code}"))
		if err != nil {
			t.Fatal(err)
		}
		if out, _ := f.Append(nil, nil, &facts); string(out) != want {
			t.Errorf("Load(%q): %q, want %q", text, out, want)
		}
	}
	if _, err := Load("@"+t.TempDir()+"/none", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is missing: %v", err)
	}
}
