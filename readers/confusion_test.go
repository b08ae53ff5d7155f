package readers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// recorded is a line of the recorded truth.
type recorded struct {
	ID, Parser   string
	Accepted     *bool
	Scheme, Host string
	Port         json.RawMessage
	Path         any
	ConnectedTo  string `json:"connected_to"`
}

// lines calls f with each line of a file of the shared data.
func lines(t *testing.T, name string, f func([]byte)) {
	t.Helper()
	file, err := os.Open("../../shared/conformance/confusion2/" + name)
	if err != nil {
		t.Skipf("no shared data beside this checkout: %v", err)
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		f(s.Bytes())
	}
}

// Each reader reads the recorded texts as its program does.
func TestRecordedTruth(t *testing.T) {
	inputs := map[string]string{}
	lines(t, "strings.jsonl", func(line []byte) {
		var s struct{ ID, Input string }
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		inputs[s.ID] = s.Input
	})
	truth := map[string][]recorded{}
	lines(t, "truth.jsonl", func(line []byte) {
		var r recorded
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		truth[r.Parser] = append(truth[r.Parser], r)
	})
	for name, parser := range recordedNames {
		reader, ok := ByName(name)
		if !ok {
			t.Fatalf("no reader %q", name)
		}
		t.Run(name, func(t *testing.T) {
			right := 0
			for _, r := range truth[parser] {
				input := inputs[r.ID]
				if r.Accepted == nil {
					continue
				}
				if otherwise[name+" "+r.ID] != "" {
					continue
				}
				got, ok := reader.Read(input)
				if diff := r.differs(got, ok); diff != "" {
					t.Errorf("%s %q: %s", r.ID, input, diff)
				} else {
					right++
				}
			}
			t.Logf("%d of %d", right, len(truth[parser]))
		})
	}
}

func (r recorded) differs(got Reading, ok bool) string {
	if ok != *r.Accepted {
		return fmt.Sprintf("accepted %v, want %v (%+v)", ok, *r.Accepted, r)
	}
	if !ok {
		return ""
	}
	port := strings.Trim(string(r.Port), `"`)
	if port == "null" {
		port = ""
	}
	path, _ := r.Path.(string)
	if r.Scheme == "" && r.ConnectedTo != "" { // the path was not seen
		r.Scheme = got.Scheme
	}
	if r.Path == nil && r.ConnectedTo != "" { // the path was encrypted
		path = got.Path
	}
	got.Host, got.Path = visible(got.Host), visible(got.Path)
	if got.Scheme != r.Scheme || got.Host != r.Host || got.Port != port || got.Path != path {
		return fmt.Sprintf("got %q %q %q %q, want %q %q %q %q", got.Scheme, got.Host, got.Port, got.Path, r.Scheme, r.Host, port, path)
	}
	return ""
}

// visible writes bytes that are not UTF-8 as the recorded data has them.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r == utf8.RuneError && s[i] >= 0x80 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// otherwise are recorded refusals that are not about reading.
var otherwise = map[string]string{
	"wget c0468": "the lookup failed",
}

// recordedNames are the names of the recorded parsers.
var recordedNames = map[string]string{
	"curl": "curl", "libcurl": "libcurl-url-api",
	"uriparser": "uriparser", "ruby": "ruby-uri", "boost": "boost-url", "wget": "wget", "glib": "glib-guri", "java-uri": "java-net-uri", "java-url": "java-net-url",
	"go-1.25": "go-net-url", "uri-js": "npm-uri-js", "fast-uri": "npm-fast-uri", "libxml2": "libxml2", "qt": "qt-qurl", "perl": "perl-uri", "php": "php-parse_url", "python": "python-urllib.parse",
	"node-legacy": "node-url-parse-legacy", "url-parse": "npm-url-parse",
	"whatwg": "npm-whatwg-url", "requests": "python-requests", "urllib3": "python-urllib3",
	"hyperlink": "python-hyperlink", "rfc3986": "python-rfc3986", "yarl": "python-yarl",
}
