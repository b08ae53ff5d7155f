package wais_test

import (
	"bytes"
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
	"github.com/earl-url/earl/internal/protocol/waisserver"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

// answering returns a network with a server that calls answer for each request.
// n is the number of earlier requests on all connections. If answer returns
// nil, the server closes the connection.
func answering(answer func(n int, request []byte) []byte) open.Options {
	n := 0
	return opentest.InMemory(open.Options{}, func(conn net.Conn) {
		for {
			header := make([]byte, 25)
			if _, err := io.ReadFull(conn, header); err != nil {
				return
			}
			var length int
			fmt.Sscanf(string(header[:10]), "%d", &length)
			body := make([]byte, length)
			if _, err := io.ReadFull(conn, body); err != nil {
				return
			}
			b := answer(n, append(header, body...))
			n++
			if b == nil {
				return
			}
			if _, err := conn.Write(b); err != nil {
				return
			}
		}
	})
}

// get opens a URL and reads all of it.
func get(ctx context.Context, o open.Options, url string) (body string, entries int, err error) {
	res, err := open.New(o, wais.Opener{}).Open(ctx, earl.RFC3986.MustParse(url))
	if err != nil {
		return "", 0, err
	}
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		return string(b), 0, err
	case *open.Listing:
		for _, err := range res.Entries {
			if err != nil {
				return "", entries, err
			}
			entries++
		}
	}
	return "", entries, nil
}

// apdu returns a message whose APDU header has this length.
func apdu(length int, octets string) []byte {
	m := waisserver.Message(nil, []byte(octets))
	m[25], m[26] = byte(length>>8), byte(length)
	return m
}

// inGroup returns the response to a search with this user information.
func inGroup(octets string) []byte {
	return waisserver.SearchResponse(nil, 0, []byte(octets))
}

// header returns a response with another header.
func header(h string) []byte { return append([]byte(h), found(1)[25:]...) }

// Each of these responses is refused with a specific error. Without the check
// it would be accepted (F1; DESIGN 4: false lengths).
func TestHostileAnswers(t *testing.T) {
	const fixed = "\x17\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	whole := found(1)
	n := len(whole) - 25
	for _, row := range []struct {
		name   string
		answer []byte
		want   string
	}{
		{"no digits", header(fmt.Sprintf("x%09dz2wais        0", n)), "not with a length"},
		{"a sign", header(fmt.Sprintf("+%09dz2wais        0", n)), "not with a length"},
		{"spaces alone", header("          z2wais        0"), "not with a length"},
		{"spaces behind", header(fmt.Sprintf("%-10dz2wais        0", n)), "not with a length"},
		{"a web server", []byte("HTTP/1.1 400 Bad Request\r\n\r\n"), "not with a length"},
		{"ACK", header(fmt.Sprintf("%010da2wais        0", n)), `type 'a'`},
		{"compressed", header(fmt.Sprintf("%010dz2wais      u 0", n)), `compressed by 'u'`},
		{"encoded", header(fmt.Sprintf("%010dz2wais       h0", n)), `encoded by 'h'`},
		{"long", header("0001048577z2wais        0"), "1048577 bytes, and only 1048576 are allowed (wais.Options.MessageSize)"},
		{"very long", header("9999999999z2wais        0"), "(wais.Options.MessageSize)"},
		{"empty", []byte("0000000000z2wais        0"), "an empty message"},
		{"two octets", waisserver.Message(nil, nil), "an APDU of 2 bytes"},
		{"header length 0", apdu(0, fixed), "header of 0 bytes"},
		{"header too short for its type", apdu(10, fixed), "header of 10 bytes"},
		{"header past the message", apdu(12, fixed), "header of 12 bytes"},
		{"another APDU", apdu(11, "\x19"+fixed[1:]), "type 25"},
		{"tag that does not end", inGroup("\x80"), "incomplete tag"},
		{"tag of six octets", inGroup("\x80\x80\x80\x80\x80\x01\x00"), "tag of more than 32 bits"},
		{"tag of 33 bits", inGroup("\x90\x80\x80\x80\x00\x00"), "tag of more than 32 bits"},
		{"length that does not end", inGroup("\x01\x81"), "incomplete length"},
		{"length that is missing", inGroup("\x01"), "incomplete length"},
		{"length of 33 bits", inGroup("\x01\x90\x80\x80\x80\x00"), "length of more than 32 bits"},
		{"length past its group", inGroup("\x01\x02a"), "element of 2 bytes, and only 1 are left"},
		{"length of 32 bits", inGroup("\x01\x8f\xff\xff\xff\x7f"), "element of 4294967295 bytes, and only 0 are left"},
		{"group past the message", waisserver.Message([]byte(fixed), []byte("\x63\x05abc")), "element of 5 bytes, and only 3 are left"},
		{"element past a hit", inGroup(string(waisserver.Element(150, []byte("\x74\x03a")))), "element of 3 bytes, and only 1 are left"},
		{"element past a TypeBlock", inGroup(string(waisserver.Element(150, waisserver.Element(132, []byte("\x81\x05\x03a"))))), "element of 3 bytes, and only 1 are left"},
		{"number of nine octets", inGroup(string(waisserver.Element(150, waisserver.Element(118, make([]byte, 9))))), "a number of 9 bytes"},
		{"types without end", inGroup(string(waisserver.Element(150, waisserver.Element(132, bytes.Repeat(waisserver.Element(133, []byte("T")), 33))))), "more than 32 types"},
		{"diagnostic without a length", inGroup("\x1c\x00"), "diagnostic's length of 2 bytes, and only 1 are left"},
		{"diagnostic too short", inGroup("\x1c\x00\x02S1\x1d"), "a diagnostic of 2 bytes"},
		{"diagnostic past its group", inGroup("\x1c\x00\x09S1x\x00\x1d"), "diagnostic of 9 bytes, and only 5 are left"},
		{"diagnostic without an end", inGroup("\x1c\x00\x03S1\x00"), "diagnostic's end of 1 bytes, and only 0 are left"},
		{"diagnostic with another end", inGroup("\x1c\x00\x03S1\x00\x00"), "does not end in 0x1D"},
	} {
		_, entries, err := get(t.Context(), answering(func(int, []byte) []byte { return row.answer }), "wais://wais.example/b?x")
		if !errors.Is(err, open.ErrProtocol) || !strings.Contains(err.Error(), row.want) || entries > 0 {
			t.Errorf("%s: %d entries, %v, want ErrProtocol: %s", row.name, entries, err, row.want)
		}
	}
}

// The same for the text of a document.
func TestHostileDocuments(t *testing.T) {
	text := func(octets string) []byte { return inGroup(string(waisserver.Element(153, []byte(octets)))) }
	for _, row := range []struct {
		name   string
		answer []byte
		want   string
	}{
		{"element past the group", text("\x74\x03a"), "element of 3 bytes, and only 1 are left"},
		{"another document", text("\x74\x03\x01\x01b\x7f\x01x"), "a part of another document"},
		{"more than was asked for", text("\x74\x03\x01\x01a\x7f\x07abcdefg"), "7 bytes of a document, and only 6 were requested"},
	} {
		body, _, err := get(t.Context(), answering(func(int, []byte) []byte { return row.answer }), "wais://wais.example/b/T/6/%01%01a")
		if !errors.Is(err, open.ErrProtocol) || !strings.Contains(err.Error(), row.want) || body != "" {
			t.Errorf("%s: %q, %v, want ErrProtocol: %s", row.name, body, err, row.want)
		}
	}
}

// Responses that are valid, although no known server sends them: padded
// integers, a length with spaces before it, upper case, unknown elements.
func TestOddAnswers(t *testing.T) {
	whole := found(1)
	n := len(whole) - 25
	for name, answer := range map[string][]byte{
		"spaces before the length": header(fmt.Sprintf("%10dz2wais        0", n)),
		"upper case":               header(fmt.Sprintf("%010dZ1other   xx  ?", n)),
		"padding":                  inGroup("\x80\x81\x16\x80" + string(waisserver.Element(150, aHit[3:])[2:])),
		"unknown in the header":    waisserver.Message([]byte("\x17\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x5a\x01x"), waisserver.Element(99, aHit)),
		"unknown besides 99":       waisserver.Message([]byte("\x17\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), append(waisserver.Element(98, []byte("x")), waisserver.Element(99, aHit)...)),
		"counts that lie":          waisserver.Message([]byte("\x17\x01\xff\xff\xff\xff\xff\xff\x00\x00\x09"), waisserver.Element(99, aHit)),
	} {
		_, entries, err := get(t.Context(), answering(func(int, []byte) []byte { return answer }), "wais://wais.example/b?x")
		if err != nil || entries != 1 {
			t.Errorf("%s: %d entries, %v, want 1", name, entries, err)
		}
	}
}

// A repeated diagnostic is kept only a few times.
func TestManyDiagnostics(t *testing.T) {
	many := inGroup(strings.Repeat(string(waisserver.Diagnostic("S2", "busy")), 30_000))
	_, _, err := get(t.Context(), answering(func(int, []byte) []byte { return many }), "wais://wais.example/b?x")
	if !errors.Is(err, open.ErrNotFound) || len(err.Error()) > 1000 {
		t.Errorf("an error of %d bytes: %.200v", len(err.Error()), err)
	}
	long := inGroup(string(waisserver.Diagnostic("S2", strings.Repeat("x", 60_000))))
	_, _, err = get(t.Context(), answering(func(int, []byte) []byte { return long }), "wais://wais.example/b?x")
	if len(err.Error()) > 1000 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}

// If a server sends one byte per response, the client gives up. If a server has
// its own limit, the client requests only that much.
func TestShortParts(t *testing.T) {
	asked := 0
	dribble := answering(func(n int, request []byte) []byte {
		if start, end := asks(request); n > 0 && end-start != 1000 {
			t.Errorf("request %d asks for %d bytes, want 1000", n, end-start)
		}
		asked = n + 1
		return part("x")
	})
	_, _, err := get(t.Context(), dribble, "wais://wais.example/b/T/10000/%01%01a")
	if !errors.Is(err, open.ErrProtocol) || !strings.Contains(err.Error(), "more than 100 parts") || asked != 101 {
		t.Errorf("after %d requests: %v, want ErrProtocol after 101", asked, err)
	}
	const limit = 3500
	whole := strings.Repeat("0123456789", 1000)
	var requests []int
	limited := answering(func(_ int, request []byte) []byte {
		start, end := asks(request)
		requests = append(requests, end-start)
		return part(whole[start:min(end, start+limit)])
	})
	body, _, err := get(t.Context(), limited, "wais://wais.example/b/T/10000/%01%01a")
	if body != whole || err != nil || fmt.Sprint(requests) != "[10000 3500 3000]" {
		t.Errorf("%d bytes, %v, requested with %v", len(body), err, requests)
	}
}

// asks returns the range in a request: its last two terms.
func asks(request []byte) (start, end int) {
	fields := strings.Split(string(request), "wb r")
	fmt.Sscanf(fields[1][len("o ig ig ig ig-x"):], "%d", &start)
	fmt.Sscanf(fields[2][len("l ig ig ig ig-x"):], "%d", &end)
	return start, end
}

// Some servers close a connection after five seconds. A slow reader does not
// notice it; any other reader gets the error.
func TestServerThatClosesAnIdleConnection(t *testing.T) {
	for _, pause := range []time.Duration{time.Second, 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			dials := 0
			o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
				dials++
				request := make([]byte, len(retrievalOf(dials*3-3, 6)))
				io.ReadFull(conn, request)
				if want := string(retrievalOf(dials*3-3, 6)); string(request) != want {
					t.Errorf("request %q, want %q", request, want)
				}
				conn.Write(part([]string{"abc", "def"}[dials-1]))
			})
			res, err := open.New(o, wais.Opener{}).Open(t.Context(), earl.RFC3986.MustParse("wais://wais.example/b/T/6/%01%01a"))
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(pause)
			body := res.(*open.Document).Body
			b, err := io.ReadAll(body)
			body.Close()
			if pause < 5*time.Second {
				if !errors.Is(err, open.ErrCut) || dials != 1 {
					t.Errorf("after %v: %q, %v, %d connections, want ErrCut on one", pause, b, err, dials)
				}
			} else if string(b) != "abcdef" || err != nil || dials != 2 {
				t.Errorf("after %v: %q, %v, %d connections, want all of it on two", pause, b, err, dials)
			}
		})
	}
}

// The header of a response must arrive within the idle time, in pieces of any
// size.
func TestDribblingHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
			io.ReadFull(conn, make([]byte, len(searchFor("x"))))
			for _, c := range found(1) {
				time.Sleep(20 * time.Second)
				if _, err := conn.Write([]byte{c}); err != nil {
					return
				}
			}
		})
		begin := time.Now()
		_, _, err := get(t.Context(), o, "wais://wais.example/b?x")
		if !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begin) != 30*time.Second {
			t.Errorf("%v after %v, want a deadline after 30s", err, time.Since(begin))
		}
		time.Sleep(time.Minute) // until the server has seen it
	})
}

// Closing a body ends a waiting read, and later reads fail.
func TestCloseWhileReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
			io.ReadFull(conn, make([]byte, len(retrievalOf(0, 6))))
			conn.Write(part("abc"))
			io.Copy(io.Discard, conn)
		})
		res, err := open.New(o, wais.Opener{}).Open(t.Context(), earl.RFC3986.MustParse("wais://wais.example/b/T/6/%01%01a"))
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		go func() {
			time.Sleep(time.Second)
			body.Close()
		}()
		begin := time.Now()
		if b, err := io.ReadAll(body); string(b) != "abc" || err == nil || time.Since(begin) != time.Second {
			t.Errorf("%q, %v after %v, want an error after 1s", b, err, time.Since(begin))
		}
		if n, err := body.Read(make([]byte, 1)); n != 0 || err == nil || err == io.EOF {
			t.Errorf("Read = %d, %v after the end", n, err)
		}
	})
}
