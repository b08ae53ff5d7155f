package demo

import (
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"
)

// G8. Source: gemini specification.
func TestGemini(t *testing.T) {
	s := started(t)
	address := s.tcp()["gemini"]
	url := "gemini://" + address
	for request, want := range map[string]string{
		url + "/":                                "20 text/gemini; lang=en\r\n# The library\n",
		url:                                      "31 /\r\n",
		url + "/names":                           "31 /names/\r\n",
		url + "/names/two%20words.txt":           "20 text/plain; charset=utf-8\r\n",
		url + "/pictures/key.png":                "20 image/png\r\n\x89PNG",
		url + "/none":                            "51 ",
		url + "/search":                          "10 Words",
		url + "/search?%1b%5b2J":                 "20 text/gemini; lang=en\r\n# Search: ",
		"gemini://127.0.0.1/":                    "53 ",
		"https://" + address + "/":               "53 ",
		"/names":                                 "59 ",
		url + "/" + strings.Repeat("x", 1024):    "59 ",
		url + "/" + strings.Repeat("x", maxLine): "59 ",
	} {
		got := askTLS(t, address, request+"\r\n")
		if !strings.HasPrefix(got, want) || strings.Contains(got[:min(len(got), 80)], "\x1b") {
			t.Errorf("the request %.40q is answered by %.80q, want %q", request, got, want)
		}
	}
}

// askTLS sends a request over TLS and returns the response, which must end with close_notify.
func askTLS(t *testing.T, address, request string) string {
	t.Helper()
	raw, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	c := tls.Client(raw, &tls.Config{InsecureSkipVerify: true})
	io.WriteString(c, request)
	text, err := io.ReadAll(c)
	if err != nil {
		t.Errorf("%.40q: %v", request, err)
	}
	return string(text)
}
