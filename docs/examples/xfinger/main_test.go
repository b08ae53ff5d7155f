package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/views"
)

// The suite for openers: cancellation, limits, hostile bytes, leaks.
func TestSuite(t *testing.T) {
	const request = "-- url --\nx-finger://HOST/j%20doe\n-- wire --\nC: j doe\n"
	edition := earl.RFC3986.With(finger)
	opentest.Run(t, opener{}, opentest.Fixture{
		Edition:  edition,
		Document: request + "S: Login: j doe\n",
		Endless:  request + "flood: on and on\n",
		Hostile:  []opentest.Hostile{{URL: "x-finger://h/{}"}},
	})
	opentest.PlanIsWire(t, opener{}, opentest.PlanCase{Transcript: request + "S: Login: j doe\n", Edition: edition})
}

// C1: a scheme of another package is opened like those of earl, with all
// guards.
func TestFinger(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(conn).ReadString('\n')
			fmt.Fprintf(conn, "asked for %q\r\n", line)
			conn.Close()
		}
	}()
	at := "x-finger://" + l.Addr().String()
	var b strings.Builder
	if err := run(&b, at+"/j%20doe", at); err != nil {
		t.Fatal(err)
	}
	const want = "asked for \"j doe\\r\\n\"\r\nasked for \"\\r\\n\"\r\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	for url, word := range map[string]string{
		at + "/a%0D%0Ab": "ctl-octet", "x-finger://u@h/": "user", "x-finger://127.0.0.1:1/": "refused", "x-finger:///a": "host", "x-other:a": "unsupported scheme",
	} {
		if err := run(&b, url); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, want an error with %q", url, err, word)
		}
	}
}

// The view of a scheme from outside is written in every edition, and read again.
func TestView(t *testing.T) {
	for e := range editions.All() {
		e = e.With(finger)
		for _, v := range []Request{
			{Host: "h.example"},
			{Host: "h.example", Port: earl.Some("7979"), User: "joe"},
			{Host: "h.example", Long: true, User: "a/b ?#%;é"},
			{Host: "h.example", User: "W"},
		} {
			u, err := v.URL(e)
			if err != nil {
				t.Errorf("%s: %+v: %v", e.Name(), v, err)
				continue
			}
			if again, err := views.Parse(u); err != nil || again != earl.View(v) {
				t.Errorf("%s: %q is %+v, %v, want %+v", e.Name(), u, again, err, v)
			}
		}
	}
	if _, err := (Request{}).URL(earl.RFC3986.With(finger)); err == nil {
		t.Error("a view without a host is written")
	}
}

// Its own rules appear in messages like those of earl.
func TestRules(t *testing.T) {
	e := earl.RFC3986.With(finger)
	for text, want := range map[string]string{
		"x-finger://h.example/a/b":     `earl: "x-finger://h.example/a/b": character 21, "/a/b": the path must be a user, or "W/" and a user; escape other slashes as %2F (rfc1288 2.3)`,
		"x-finger://h.example/W/a?b":   `earl: "x-finger://h.example/W/a?b": character 21, "/W/a?b": the path must be a user, or "W/" and a user; escape other slashes as %2F (rfc1288 2.3)`,
		"x-finger://h.example/W%2Fa":   "",
		"x-finger://h.example":         "",
		"x-finger://h.example:79/W/me": "",
	} {
		_, err := views.Parse(e.MustParse(text))
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
