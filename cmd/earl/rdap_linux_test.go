package main

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
)

// G6, rfc9083: a terminal shows an RDAP response as lines. A pipe, and a terminal on request, gets
// the JSON.
func TestRDAPOnTerminal(t *testing.T) {
	s, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	url := s.URL("http", "rdap/domain/library.example")
	const json, lines = `"ldhName":"library.example"`, "Domain library.example\r\n  handle:          D-1\r\n"
	for _, row := range []struct {
		args       []string
		want, less string
	}{
		{[]string{"get", url}, lines, json},
		{[]string{"get", "-o", "-", url}, json, lines},
		{[]string{"get", "-r", "5-", url}, json, lines}, // a part is not an object
	} {
		p := newPTY(t)
		p.ends(p.start(row.args...), statusDone)
		p.await(row.want)
		if strings.Contains(p.text(), row.less) {
			t.Errorf("%q shows %q", row.args, p.text())
		}
	}
	out, _, status := earlRun(t, "get", url)
	if status != statusDone || !strings.HasPrefix(out, "{") || !strings.Contains(out, json) {
		t.Errorf("to a pipe: status %d, %q", status, out)
	}
}
