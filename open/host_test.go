package open

import (
	"testing"
)

func TestHostPort(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://h.test/": "h.test:21", "ftp://u:p@h.test:2121/": "h.test:2121", "http://[::1]/": "[::1]:80", "gopher://a%62c/": "abc:70", "https://h.test:/": "h.test:443",
		"x-none://h/": GuardPortRange, "news:a": GuardBadHost, "http:///": GuardBadHost,
	} {
		got, err := HostPort(parse(t, text))
		if err != nil {
			got = refusalOf(err)
		}
		if got != want {
			t.Errorf("HostPort(%s) = %s, want %s", text, got, want)
		}
	}
}
