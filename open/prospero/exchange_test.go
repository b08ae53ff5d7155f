package prospero_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// readable says that an object is a file which its server sends itself.
const readable = "ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\nATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n"

// bad is a bad line between client and server.
type bad struct {
	random        *rand.Rand
	lost, doubled float64 // share of the datagrams, each way
	late          time.Duration
}

// network returns a network in which every host is the server, behind the line.
func (l *bad) network(s *server) *network {
	return &network{answer: func(c *socket, datagram []byte) {
		if l.random.Float64() < l.lost {
			return
		}
		for _, reply := range s.serve(fmt.Sprintf("%p", c), datagram) {
			for n := 0; n < 2; n++ {
				if l.random.Float64() >= l.lost {
					c.deliver(reply, time.Duration(l.random.Float64()*float64(l.late)))
				}
				if l.random.Float64() >= l.doubled {
					break
				}
			}
		}
	}}
}

// Whatever the line loses, repeats and reorders, what comes is what was sent.
// Source: section 2, client rules 3 to 7.
func TestBadLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 300<<10)
	for i := range data {
		data[i] = byte(random.IntN(256))
	}
	var links, want strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&links, "LINK L FILE f'%d ''x''' INTERNET-D h.example ASCII '/f %d' 0\n", i, i)
		fmt.Fprintf(&want, "f%d 'x' prospero://h.example//f%%20%d\n", i, i)
	}
	for _, test := range []struct {
		name string
		line bad
		most time.Duration
	}{
		{"good", bad{}, 0},
		{"doubled", bad{doubled: 1}, 0},
		{"reordered", bad{late: 300 * time.Millisecond}, 10 * time.Second},
		{"5 % lost", bad{lost: 0.05, late: 20 * time.Millisecond}, 3 * time.Minute},
		{"15 % lost, doubled, reordered", bad{lost: 0.15, doubled: 0.3, late: 200 * time.Millisecond}, 10 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				s := &server{window: 16, objects: map[string]string{"file": readable}, data: map[string]string{"file": string(data)}, links: map[string]string{"dir": links.String()}}
				test.line.random = rand.New(rand.NewPCG(3, 4))
				n := test.line.network(s)
				client := n.client(open.Options{Policy: open.Policy{ProsperoTries: 12, Idle: time.Hour}})
				res, err := client.Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/file"))
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(res.(*open.Document).Body)
				if !bytes.Equal(body, data) || err != nil {
					t.Errorf("%d octets, %v, want %d", len(body), err, len(data))
				}
				res, err = client.Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/dir"))
				if err != nil {
					t.Fatal(err)
				}
				var got strings.Builder
				for e, err := range res.(*open.Listing).Entries {
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(&got, "%s %s\n", e.Name, e.URL)
				}
				if got.String() != want.String() {
					t.Errorf("a listing of %d octets, want %d", got.Len(), want.Len())
				}
				if took := time.Since(began); took > test.most {
					t.Errorf("it took %v, more than %v", took, test.most)
				}
				time.Sleep(time.Second) // what is late comes
				if n.open > 0 {
					t.Errorf("%d sockets are open", n.open)
				}
			})
		})
	}
}

// A request of more than one packet comes whole, over a bad line too.
func TestLongRequest(t *testing.T) {
	name := strings.Repeat("'", 990) + "end"
	for _, lost := range []float64{0, 0.3} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{window: 16, links: map[string]string{name: "NONE-FOUND\n"}}
			l := bad{random: rand.New(rand.NewPCG(5, 6)), lost: lost}
			client := l.network(s).client(open.Options{Policy: open.Policy{ProsperoTries: 12, Idle: time.Hour}})
			u := earl.RFC1738.MustParse("prospero://h.example/" + name)
			if got, want := report(t.Context(), client, u), "listing size=-1 time=- type=\n"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if want := "VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\nGET-OBJECT-INFO #ALL ASCII '" + strings.Repeat("''", 990) + "end' 0\n"; s.asked[0] != want {
				t.Errorf("asked %q", s.asked[0])
			}
		})
	}
}

// B17: what goes out is what the view says.
func TestWireIsWhatTheViewSays(t *testing.T) {
	for _, text := range []string{"prospero://h.example//pros/name", "prospero://h.example/it's%E9;OBJECT-VERSION=3;ID=REMOTE%209;HSONAME-TYPE=ASCII;X=Y", "prospero://h.example/"} {
		synctest.Test(t, func(t *testing.T) {
			u := earl.RFC1738.MustParse(text)
			view, err := earl.ParseProspero(u)
			if err != nil {
				t.Fatal(err)
			}
			requests, err := view.Requests()
			if err != nil {
				t.Fatal(err)
			}
			s := &server{window: 16, objects: map[string]string{string(view.HSOName): strings.Replace(readable, "-rw", "drw", 1)}}
			line := bad{random: rand.New(rand.NewPCG(7, 8))}
			var traced []string
			client := line.network(s).client(open.Options{Trace: func(e open.Event) {
				if e.Dir == 'C' {
					traced = append(traced, e.Line)
				}
			}})
			client.Open(t.Context(), u) // as a directory, which it is not, and then by its contents
			if got, want := fmt.Sprintf("%q", s.asked), fmt.Sprintf("%q", requests); got != want {
				t.Errorf("sent %s, the view says %s", got, want)
			}
			if got, want := fmt.Sprintf("%q", traced), fmt.Sprintf("%q", view.Request()); got != want {
				t.Errorf("traced %s, the view says %s", got, want)
			}
		})
	}
}

// id writes the id of a client's datagram into a server's.
func id(datagram []byte, reply string) []byte {
	b := []byte(reply)
	copy(b[1:3], datagram[1:3])
	return b
}

// numbered returns packet n of total with 0x80.
func numbered(datagram []byte, n, total int, text string) []byte {
	head := []byte{12, datagram[1], datagram[2], byte(n >> 8), byte(n), byte(total >> 8), byte(total), 0, 1, 0, 0, 0x80}
	return append(head, text...)
}

// isData reports whether a datagram of the client has a request in it.
func isData(datagram []byte) bool { return len(datagram) > 9 && datagram[4] == 1 }

// public is where the hosts of a test network are.
var public = open.Net{Prefix: netip.MustParsePrefix("192.0.2.0/24")}

// listed answers the first request with NONE-FOUND, and hands what follows to then.
func listed(then func(c *socket, b []byte)) func(*socket, []byte) {
	return func(c *socket, b []byte) {
		if isData(b) && bytes.Contains(b, []byte("GET-OBJECT-INFO")) {
			c.deliver(id(b, "\x03..NONE-FOUND\n"), 0)
			return
		}
		then(c, b)
	}
}

// Servers that lie, that never come to an end, that repeat themselves. Each row
// fails if the limit or the check that it names is off.
func TestHostileServers(t *testing.T) {
	const link = "LINK L FILE a INTERNET-D h.example ASCII a 0\n"
	count := 0
	for _, test := range []struct {
		name   string
		policy open.Policy
		answer func(c *socket, b []byte)
		want   string // a part of the report
		is     error
		most   time.Duration
	}{
		{"never-ending list: packets", open.Policy{ProsperoPackets: 50}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, link), 0)
		}), "\t\"a\"", open.ErrCut, 0},
		{"never-ending list: octets", open.Policy{ProsperoOctets: 5000}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, strings.Repeat(link, 20)), 0)
		}), "(Policy.ProsperoOctets)", open.ErrCut, 0},
		{"never-ending list: entries", open.Policy{Entries: 7}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, link), 0)
		}), "(Policy.Entries)", open.ErrCut, 0},
		{"a line without an end", open.Policy{}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, strings.Repeat("x", 60000)), 0)
		}), "more than 4194304 octets (Policy.ProsperoOctets)", open.ErrCut, 0},
		{"one packet for ever", open.Policy{}, listed(func(c *socket, b []byte) {
			for range 5000 {
				c.deliver(numbered(b, 1, 0, link), 0)
			}
		}), "more than 4096 packets (Policy.ProsperoPackets)", open.ErrCut, 30 * time.Second},
		{"keeps alive and says nothing", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x09..\x00\x00\x00\x00\x00\x01"), 0) // it has the request
			for n := range 3000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x00"), time.Duration(n)*time.Second)
			}
		}, "asked 4 times", os.ErrDeadlineExceeded, 31 * time.Second},
		{"has us wait for ever", open.Policy{}, func(c *socket, b []byte) {
			for n := range 2000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\xff\xff"), time.Duration(n)*time.Second)
			}
		}, "is silent", os.ErrDeadlineExceeded, 6 * time.Minute},
		{"says that it waits no longer, for ever", open.Policy{}, func(c *socket, b []byte) {
			if count++; count > 1 {
				return
			}
			c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x3c"), 0)
			for n := range 2000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x00"), time.Duration(n)*time.Second)
			}
		}, "is silent", os.ErrDeadlineExceeded, 2 * time.Minute},
		{"lying totals", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(numbered(b, 5, 3, "LINK L FILE 5of3\n"), 0)
			c.deliver(numbered(b, 2, 3, "LINK L FILE c INTERNET-D h.example ASCII c 0\n"), 0)
			c.deliver(numbered(b, 4, 0, "LINK L FILE 4\n"), 0)
			c.deliver(numbered(b, 1, 1, "LINK L FILE 1of1\n"), 0)
			c.deliver(numbered(b, 1, 2, "LINK L FILE 1of2\n"), 0)
			c.deliver(numbered(b, 300, 0, "LINK L FILE 300\n"), 0)
			c.deliver(numbered(b, 3, 3, "LINK L FILE d INTERNET-D h.example ASCII d 0\n"), 0)
			c.deliver(numbered(b, 1, 0, link), 0)
		}), "listing size=-1 time=- type=\n" +
			"\t\"a\" prospero://h.example/a <document> size=-1 time=- type=\n" +
			"\t\"c\" prospero://h.example/c <document> size=-1 time=- type=\n" +
			"\t\"d\" prospero://h.example/d <document> size=-1 time=- type=\n", nil, 0},
		{"a total below what is there", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(numbered(b, 3, 0, link), 0)
			c.deliver(numbered(b, 1, 2, link), 0)
			c.deliver(numbered(b, 1, 0, link), 0)
			c.deliver(numbered(b, 2, 3, link), 0)
		}), "type=\n\t\"a\" prospero://h.example/a <document> size=-1 time=- type=\n\t\"a\" prospero://h.example/a <document> size=-1 time=- type=\n\t\"a\"", nil, 0},
		{"packets too far ahead", open.Policy{ProsperoOctets: 100000}, listed(func(c *socket, b []byte) {
			for n := range 100 {
				c.deliver(numbered(b, 258+n, 0, strings.Repeat("x", 1250)), 0)
			}
			c.deliver(numbered(b, 1, 1, link), 0)
		}), "\t\"a\"", nil, 0},
		{"packets behind a gap", open.Policy{ProsperoOctets: 100000}, listed(func(c *socket, b []byte) {
			for n := range 200 {
				c.deliver(numbered(b, 2+n, 0, strings.Repeat("x", 1250)), 0)
			}
		}), "more than 100000 octets", open.ErrCut, 0},
		{"control packets with data", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x0c..\x00\x01\x00\x00\x00\x01\x00\x00\x40not for you"), 0)
			c.deliver(id(b, "\x0c..\x00\x00\x00\x00\x00\x01\x00\x00\x00not for you"), 0)
			c.deliver(numbered(b, 2, 2, link), 0)
		}), "\t\"a\"", nil, 0},
		{"other answers, none of ours", open.Policy{}, func(c *socket, b []byte) {
			other := id(b, "\x03..FAILURE NOT-FOUND")
			other[1] ^= 0x55
			c.deliver(other, 0)
			c.deliver([]byte("VERSION 1"), 0)
			c.deliver([]byte("\x03\x00\x00FAILURE NOT-FOUND"), 0)
			c.deliver([]byte{}, 0)
			c.deliver([]byte{9, b[1], b[2]}, 0)
		}, "ignored ardp: no header: 3 octets of 9", os.ErrDeadlineExceeded, 31 * time.Second},
		{"redirects to itself", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf5"), 0)
		}, "redirected to 192.0.2.1:1525 again", open.ErrProtocol, 0},
		{"redirects in a circle", open.Policy{}, func(c *socket, b []byte) {
			port := byte(0xf6)
			if strings.HasSuffix(c.name, "1526") {
				port = 0xf5
			}
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05"+string([]byte{port})), 0)
		}, "again", open.ErrProtocol, 0},
		{"redirects without end", open.Policy{}, func(c *socket, b []byte) {
			count++
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\xc0\x00\x02\x01\x06"+string([]byte{byte(count)})), 0)
		}, "more than 5 redirects", open.ErrProtocol, 0},
		{"redirects to nowhere", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x0d..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04"), 0)
		}, "without an address", open.ErrProtocol, 0},
		{"redirects behind data", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(numbered(b, 1, 2, link), 0)
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf6"), 0)
			c.deliver(numbered(b, 2, 2, "LINK L FILE b INTERNET-D h.example ASCII b 0\n"), 0)
		}), "type=\n\t\"b\"", nil, 0},
		{"redirects what it has", open.Policy{}, func(c *socket, b []byte) {
			switch {
			case strings.HasSuffix(c.name, "1525"):
				c.deliver(id(b, "\x09..\x00\x00\x00\x00\x00\x01"), 0)
				c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf6"), 0)
			case isData(b):
				c.deliver(id(b, "\x03..FAILURE NOT-FOUND"), 0)
			}
		}, "FAILURE NOT-FOUND", open.ErrNotFound, 0},
		{"redirects to another protocol", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x00\x35"), 0)
		}, "bad-port-list", nil, 0},
		{"redirects to us", open.Policy{Special: open.SpecialDeny, AllowNet: []open.Net{public}}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x7f\x00\x00\x01\x05\xf6"), 0)
		}, "private-address", nil, 0},
		{"forwards without end", open.Policy{}, func(c *socket, b []byte) {
			count++
			c.deliver(id(b, fmt.Sprintf("\x03..FORWARDED INTERNET-D h.example ASCII n%d 0\n", count)), 0)
		}, "forwarded more than 20 times", open.ErrProtocol, 0},
		{"forwards in a circle", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D H.EXAMPLE(1525) ASCII n 0\n"), 0)
		}, "forwarded in a circle", open.ErrProtocol, 0},
		{"forwards to nowhere", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D\n"), 0)
		}, "forwarded to nowhere", open.ErrProtocol, 0},
		{"forwards a directory in a circle", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII n 0\n"), 0)
		}), "forwarded in a circle", open.ErrProtocol, 0},
		{"forwards behind a link", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"FORWARDED INTERNET-D h.example ASCII m 0\n"), 0)
		}), "forwarded behind a link", open.ErrProtocol, 0},
		{"forwards to a long name", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII "+strings.Repeat("x", 1001)+" 0\n"), 0)
		}, "more than 1000 octets", open.ErrProtocol, 0},
		{"forwards to a name with a line end", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII 'x\nDELETE-LINK y' 0\n"), 0)
		}, "must not be sent", earl.ErrControl, 0},
		{"forwards to a host of another kind", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED X25 1234 ASCII x 0\n"), 0)
		}, "a host of the type", errors.ErrUnsupported, 0},
		{"swaps the octets of the id", open.Policy{}, func(c *socket, b []byte) {
			c.deliver([]byte{3, b[2], b[1], 'F', 'A', 'I', 'L', 'U', 'R', 'E', ' ', 'T', 'O', 'O', '-', 'M', 'A', 'N', 'Y'}, 0)
		}, "FAILURE TOO-MANY", nil, 0},
		{"a line that does not end", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"LINK L FILE b INTERNET-D h.example ASCII b"), 0)
		}), "does not end", open.ErrCut, 0},
		{"a quote that does not end", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"LINK L FILE b INTERNET-D h.example ASCII 'b\n"), 0)
		}), "does not end", open.ErrCut, 0},
		{"half a link", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..LINK L FILE a\n"), 0)
		}), "a link of 4 tokens", open.ErrProtocol, 0},
		{"forgets the request", open.Policy{}, func(c *socket, b []byte) {
			switch count++; count {
			case 1:
				c.deliver(id(b, "\x09..\x00\x00\x00\x00\x00\x01"), 0)
				c.deliver(id(b, "\x0d..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02"), time.Second)
			case 2:
				if !isData(b) {
					t.Errorf("the client sent %q, not the request", b)
				}
				c.deliver(id(b, "\x03..FAILURE NOT-FOUND"), 0)
			}
		}, "FAILURE NOT-FOUND", open.ErrNotFound, 0},
		{"is version 1 and does not speak it", open.Policy{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..VERSION-NOT-SUPPORTED TRY 1\n"), 0)
		}), "TRY 1", open.ErrProtocol, 0},
		{"is of another version", open.Policy{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..VERSION-NOT-SUPPORTED TRY 6-7\n"), 0)
		}, "TRY 6-7", open.ErrProtocol, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				count = 0
				n := &network{answer: func(c *socket, b []byte) {
					if b[0] != 13 {
						test.answer(c, b)
					}
				}}
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				client := n.client(open.Options{Policy: test.policy})
				u := earl.RFC1738.MustParse("prospero://h.example/n")
				began := time.Now()
				got := report(ctx, client, u)
				took := time.Since(began)
				if !strings.Contains(got, test.want) {
					t.Errorf("got %s, want %q in it", got, test.want)
				}
				if took > max(test.most, 5*time.Second) {
					t.Errorf("it took %v", took)
				}
				if n.open > 0 {
					t.Errorf("%d sockets are open", n.open)
				}
				count = 0
				if test.is != nil {
					res, err := client.Open(ctx, u)
					if l, ok := res.(*open.Listing); ok {
						for _, err = range l.Entries {
						}
					}
					if !errors.Is(err, test.is) {
						t.Errorf("error %v, want one that is %v", err, test.is)
					}
				}
				cancel()
				time.Sleep(time.Hour) // what is late comes
			})
		})
	}
}

// How long a silent server is asked: Policy.ProsperoTries times, each pause twice
// as long as the last, and no longer than Policy.Idle. Source: section 2, client rule 3.
func TestSilence(t *testing.T) {
	for _, test := range []struct {
		policy open.Policy
		took   time.Duration
		asked  string
	}{
		{open.Policy{}, 30 * time.Second, "asked 4 times"},
		{open.Policy{Idle: time.Hour}, 60 * time.Second, "asked 4 times"},
		{open.Policy{Idle: time.Hour, ProsperoTries: 2}, 12 * time.Second, "asked 2 times"},
		{open.Policy{Idle: 10 * time.Second}, 10 * time.Second, "asked 2 times"},
		{open.Policy{Idle: time.Second}, time.Second, "asked once"},
		{open.Policy{Idle: time.Hour, ProsperoRetry: time.Second}, 15 * time.Second, "asked 4 times"},
		{open.Policy{Idle: 10 * time.Minute, ProsperoTries: 100}, 10 * time.Minute, "asked 13 times"}, // at 0 4 12 28 60 120 180 ...
	} {
		synctest.Test(t, func(t *testing.T) {
			n := &network{answer: func(*socket, []byte) {}}
			began := time.Now()
			_, err := n.client(open.Options{Policy: test.policy}).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if took := time.Since(began); took != test.took || !strings.Contains(err.Error(), test.asked) || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%+v: after %v: %v, want %v, %s", test.policy, took, err, test.took, test.asked)
			}
		})
	}
}

// A server that sends later requests elsewhere too is not asked again, one that
// sends this one alone is. Source: section 2, options 4 and 5.
func TestRedirectIsRemembered(t *testing.T) {
	for option, want := range map[byte]string{
		4: "h.example:1525 h.example:1526 h.example:1525 h.example:1526",
		5: "h.example:1525 h.example:1526 h.example:1526",
	} {
		synctest.Test(t, func(t *testing.T) {
			n := &network{answer: func(c *socket, b []byte) {
				if strings.HasSuffix(c.name, "1525") {
					c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00"+string(rune(option))+"\xc0\x00\x02\x01\x05\xf6"), 0)
				} else {
					c.deliver(id(b, "\x03..NONE-FOUND\n"), 0)
				}
			}}
			report(t.Context(), n.client(open.Options{}), earl.RFC1738.MustParse("prospero://h.example/n"))
			if got := strings.Join(n.dialed, " "); got != want {
				t.Errorf("option %d: dialled %s, want %s", option, got, want)
			}
		})
	}
}

// A name that servers die of is not sent. Source: section 2, client rule 2.
func TestLongName(t *testing.T) {
	n := &network{}
	client := n.client(open.Options{})
	for _, text := range []string{"prospero://h.example/" + strings.Repeat("x", 1001), "prospero://h.example/n;OBJECT-VERSION=" + strings.Repeat("1", 1001)} {
		_, err := client.Open(t.Context(), earl.RFC1738.MustParse(text))
		var refusal *open.Refusal
		if !errors.As(err, &refusal) || refusal.Name != open.GuardLongName || len(n.dialed) > 0 {
			t.Errorf("error %v after %d dials, want the refusal %s", err, len(n.dialed), open.GuardLongName)
		}
	}
}

// A port that nobody listens at, and one that is closed half-way.
func TestConnectionRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &network{}
		n.answer = func(c *socket, b []byte) { c.failing = syscall.ECONNREFUSED }
		u := earl.RFC1738.MustParse("prospero://h.example/n")
		if _, err := n.client(open.Options{}).Open(t.Context(), u); !errors.Is(err, open.ErrConnect) {
			t.Errorf("error %v, want ErrConnect", err)
		}
		n.answer = listed(func(c *socket, b []byte) {
			if isData(b) {
				c.deliver(numbered(b, 1, 0, "LINK L FILE a INTERNET-D h.example ASCII a 0\n"), 0)
			} else {
				c.failing = syscall.ECONNREFUSED
			}
		})
		res, err := n.client(open.Options{}).Open(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		for _, err = range res.(*open.Listing).Entries {
		}
		if !errors.Is(err, open.ErrCut) {
			t.Errorf("error %v, want ErrCut", err)
		}
		if n.open > 0 {
			t.Errorf("%d sockets are open", n.open)
		}
	})
}

// Who breaks off tells the server, once.
func TestCancel(t *testing.T) {
	const cancelled = "\x0d..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"
	for _, test := range []struct {
		name string
		end  func(l *open.Listing, cancel func())
	}{
		{"the listing is closed", func(l *open.Listing, cancel func()) { l.Close(); l.Close() }},
		{"the range ends", func(l *open.Listing, cancel func()) {
			for range l.Entries {
				break
			}
			for range l.Entries {
				t.Error("entries were ranged over twice")
			}
			l.Close()
		}},
		{"ctx ends", func(l *open.Listing, cancel func()) {
			for _, err := range l.Entries {
				if cancel(); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("error %v", err)
				}
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var last []byte
				cancels := 0
				n := &network{answer: listed(func(c *socket, b []byte) {
					switch {
					case b[0] == 13:
						cancels++
						last = b
					case isData(b):
						for i := range 8 {
							c.deliver(numbered(b, i+1, 0, "LINK L FILE a INTERNET-D h.example ASCII a 0\n"), 0)
						}
					}
				})}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				res, err := n.client(open.Options{}).Open(ctx, earl.RFC1738.MustParse("prospero://h.example/n"))
				if err != nil {
					t.Fatal(err)
				}
				test.end(res.(*open.Listing), cancel)
				synctest.Wait()
				if cancels != 1 || !bytes.Equal(last, id(last, cancelled)) {
					t.Errorf("%d cancels, the last %q, want %q", cancels, last, cancelled)
				}
				if n.open > 0 {
					t.Errorf("%d sockets are open", n.open)
				}
			})
		})
	}
}
