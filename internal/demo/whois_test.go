package demo

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// rfc3912 2, rfc9083 5, 6: the registry gives the same objects by whois and by RDAP.
func TestWhois(t *testing.T) {
	s := started(t)
	address := s.tcp()["whois"]
	for query, want := range map[string]string{
		"LIBRARY.example":            "domain:  library.example\r\nholder:  The Librarian\r\n",
		"192.0.2.255":                "range:   192.0.2.0 - 192.0.2.255\r\n",
		"as64496":                    "number:  AS64496\r\n",
		"64496":                      "number:  AS64496\r\n",
		"198.51.100.1":               "% No object for \"198.51.100.1\"\r\n",
		"a\x1bb":                     "% No object for \"a",
		"":                           "% No object for \"\"\r\n",
		"192.0.2.0 and more":         "% No object",
		strings.Repeat("x", maxLine): "",
	} {
		got := ask(t, address, query+"\r\n")
		rest, ok := strings.CutPrefix(got, "% The registry of the library\r\n\r\n")
		if ok != (want != "") || !strings.HasPrefix(rest, want) || strings.Contains(got, "\x1b") {
			t.Errorf("the query %.40q is answered by %q, want %q", query, got, want)
		}
		_, link, ok := strings.Cut(rest, "rdap:    ")
		if !ok {
			continue
		}
		object := rdapObject(t, strings.TrimSpace(link), http.StatusOK)
		if object["objectClassName"] == nil || object["links"].([]any)[0].(map[string]any)["href"] != strings.TrimSpace(link) {
			t.Errorf("%s is %v", link, object)
		}
	}
	if object := rdapObject(t, s.URL("http", "rdap/ip/library.example"), http.StatusNotFound); object["errorCode"] != 404.0 {
		t.Errorf("an object of another kind is %v", object)
	}
}

// rdapObject returns an object of the registry by http.
func rdapObject(t *testing.T, url string, status int) map[string]any {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	var object map[string]any
	if err != nil || resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/rdap+json" || json.Unmarshal(text, &object) != nil {
		t.Errorf("%s is %d, %s, %s", url, resp.StatusCode, resp.Header, text)
	}
	return object
}
