package all_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/opentest"
)

// slowServer is a server that replies at once, but sends its object at one byte
// per second.
type slowServer struct {
	url     string
	greet   string            // sent at the beginning of a connection
	replies map[string]string // by the command of the client's line
	starts  string            // the command that starts the object; "": any request does
	object  string            // repeated without end
	data    bool              // the object comes on a second connection
}

// slowServers has a server for each scheme over TCP, whose objects do not end.
// Sources of the replies: rfc959, rfc3977, rfc1436, rfc9112; WAIS functional
// specification 1.5.
var slowServers = []slowServer{
	{url: "http://h.test/", object: "x", replies: map[string]string{"": "HTTP/1.1 200 OK\r\n\r\n"}},
	{url: "gopher://h.test/9a", object: "x"},
	{url: "gopher://h.test/1", object: "ia\t\t\t\r\n"},
	{url: "gopher://h.test/0a", object: "text\r\n"},
	{url: "wais://h.test/db?w", object: "x", replies: map[string]string{"": "0000009999z2wais         "}},
	{url: "nntp://h.test/a.b/1", greet: "200 hello\r\n", object: "text\r\n", starts: "ARTICLE",
		replies: map[string]string{"MODE": "200 ok\r\n", "GROUP": "211 1 1 1 a.b\r\n", "ARTICLE": "220 1 <a@b>\r\n"}},
	{url: "ftp://h.test/a;type=i", greet: "220 hello\r\n", object: "x", data: true,
		replies: map[string]string{"USER": "331 ok\r\n", "PASS": "230 ok\r\n", "TYPE": "200 ok\r\n", "EPSV": "229 ok (|||2000|)\r\n", "RETR": "150 ok\r\n"}},
}

// talk plays the server on a connection.
func (s slowServer) talk(conn net.Conn) {
	if s.starts == "" && !s.data {
		conn.Read(make([]byte, 4<<10)) // the whole request
		go io.Copy(io.Discard, conn)
		say(conn, s.replies[""])
		s.drip(conn)
		return
	}
	say(conn, s.greet)
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		word, _, _ := strings.Cut(lines.Text(), " ")
		reply, ok := s.replies[word]
		if !ok {
			reply = "500 no\r\n"
		}
		say(conn, reply)
		if word == s.starts {
			go io.Copy(io.Discard, conn)
			s.drip(conn)
			return
		}
	}
}

// say writes text unless it is empty: an empty write to a pipe waits for a
// read.
func say(conn net.Conn, text string) {
	if text != "" {
		io.WriteString(conn, text)
	}
}

// drip sends the object.
func (s slowServer) drip(conn net.Conn) {
	for i := 0; ; i++ {
		time.Sleep(time.Second)
		if _, err := conn.Write([]byte{s.object[i%len(s.object)]}); err != nil {
			return
		}
	}
}

// TestSlowServers checks that each opener ends a transfer of one byte per
// second at the limit of the policy.
func TestSlowServers(t *testing.T) {
	for _, s := range slowServers {
		for _, limit := range []int64{0, -1} {
			t.Run(fmt.Sprint(s.url, " ", limit), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { s.check(t, limit) })
			})
		}
	}
}

// check opens the server's URL with a minimum speed.
func (s slowServer) check(t *testing.T, limit int64) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	o := opentest.InMemory(open.Options{Policy: open.Policy{SpeedLimit: limit}}, s.talk)
	data := opentest.InMemory(open.Options{}, s.drip)
	control := o.DialContext
	o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasSuffix(address, ":2000") {
			return data.DialContext(ctx, network, address)
		}
		return control(ctx, network, address)
	}
	client := open.New(o, all.Openers()...)
	begin := time.Now()
	err := readAll(client.Open(ctx, earl.RFC3986.MustParse(s.url)))
	client.Close()
	took := time.Since(begin)
	switch {
	case limit == 0 && (!errors.Is(err, os.ErrDeadlineExceeded) || open.SettingOf(err) != "Policy.SpeedLimit" || took > 2*time.Minute):
		t.Errorf("%s: %v after %v, want the end by Policy.SpeedLimit", s.url, err, took)
	case limit < 0 && took < 10*time.Minute:
		t.Errorf("%s: without a limit: %v after %v", s.url, err, took)
	}
	time.Sleep(time.Minute) // the server sees that the client has closed
}

// readAll reads a resource to its end.
func readAll(res open.Resource, err error) error {
	if err != nil {
		return err
	}
	switch r := res.(type) {
	case *open.Document:
		defer r.Body.Close()
		_, err = io.Copy(io.Discard, r.Body)
	case *open.Listing:
		defer r.Close()
		for _, err = range r.Entries {
			if err != nil {
				return err
			}
		}
	}
	return err
}
