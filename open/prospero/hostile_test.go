package prospero_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
)

// public is the address of the hosts of a test network.
var public = open.Net{Prefix: netip.MustParsePrefix("192.0.2.0/24")}

// listed answers the first request with NONE-FOUND, and passes later ones to then.
func listed(then func(c *socket, b []byte)) func(*socket, []byte) {
	return func(c *socket, b []byte) {
		if isData(b) && bytes.Contains(b, []byte("GET-OBJECT-INFO")) {
			c.deliver(id(b, "\x03..NONE-FOUND\n"), 0)
			return
		}
		then(c, b)
	}
}

// Servers that send false data, never end, or repeat themselves. Each row fails without its
// limit or check.
func TestHostileServers(t *testing.T) {
	const link = "LINK L FILE a INTERNET-D h.example ASCII a 0\n"
	count := 0
	for _, test := range []struct {
		name   string
		policy limits
		answer func(c *socket, b []byte)
		want   string // a part of the report
		is     error
		most   time.Duration
	}{
		{"never-ending list: packets", limits{opts: prospero.Options{Packets: 50}}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, link), 0)
		}), "\t\"a\"", open.ErrCut, 0},
		{"never-ending list: octets", limits{opts: prospero.Options{ResponseSize: 5000}}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, strings.Repeat(link, 20)), 0)
		}), "(prospero.Options.ResponseSize)", open.ErrCut, 0},
		{"never-ending list: entries", limits{policy: open.Policy{Entries: 7}}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, link), 0)
		}), "more than 7 entries", open.ErrCut, 0},
		{"a line without an end", limits{}, listed(func(c *socket, b []byte) {
			count++
			c.deliver(numbered(b, count, 0, strings.Repeat("x", 60000)), 0)
		}), "more than 4194304 bytes (prospero.Options.ResponseSize)", open.ErrCut, 0},
		{"one packet for ever", limits{}, listed(func(c *socket, b []byte) {
			for range 5000 {
				c.deliver(numbered(b, 1, 0, link), 0)
			}
		}), "more than 4096 packets (prospero.Options.Packets)", open.ErrCut, 30 * time.Second},
		{"keeps alive and says nothing", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x09..\x00\x00\x00\x00\x00\x01"), 0) // it has the request
			for n := range 3000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x00"), time.Duration(n)*time.Second)
			}
		}, "4 tries", os.ErrDeadlineExceeded, 31 * time.Second},
		{"has us wait for ever", limits{}, func(c *socket, b []byte) {
			for n := range 2000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\xff\xff"), time.Duration(n)*time.Second)
			}
		}, "it requested a wait of 5m0s (prospero.Options.Wait)", os.ErrDeadlineExceeded, 6 * time.Minute},
		{"reflects the packets of the client", limits{}, func(c *socket, b []byte) {
			c.deliver(bytes.Clone(b), 0)
		}, "the response has no line of the Prospero protocol", open.ErrProtocol, 0},
		{"answers without a line", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."), 0)
		}, "the response has no line of the Prospero protocol", open.ErrProtocol, 0},
		{"answers with lines of another protocol", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..220 hello\nLINKS a b\n"), 0)
		}), "the response has no line of the Prospero protocol", open.ErrProtocol, 0},
		{"says that it waits no longer, for ever", limits{}, func(c *socket, b []byte) {
			if count++; count > 1 {
				return
			}
			c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x3c"), 0)
			for n := range 2000 {
				c.deliver(id(b, "\x0b..\x00\x00\x00\x00\x00\x01\x00\x00"), time.Duration(n)*time.Second)
			}
		}, "is silent", os.ErrDeadlineExceeded, 2 * time.Minute},
		{"lying totals", limits{}, listed(func(c *socket, b []byte) {
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
		{"a total below what is there", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(numbered(b, 3, 0, link), 0)
			c.deliver(numbered(b, 1, 2, link), 0)
			c.deliver(numbered(b, 1, 0, link), 0)
			c.deliver(numbered(b, 2, 3, link), 0)
		}), "type=\n\t\"a\" prospero://h.example/a <document> size=-1 time=- type=\n\t\"a\" prospero://h.example/a <document> size=-1 time=- type=\n\t\"a\"", nil, 0},
		{"packets too far ahead", limits{opts: prospero.Options{ResponseSize: 100000}}, listed(func(c *socket, b []byte) {
			for n := range 100 {
				c.deliver(numbered(b, 258+n, 0, strings.Repeat("x", 1250)), 0)
			}
			c.deliver(numbered(b, 1, 1, link), 0)
		}), "\t\"a\"", nil, 0},
		{"packets behind a gap", limits{opts: prospero.Options{ResponseSize: 100000}}, listed(func(c *socket, b []byte) {
			for n := range 200 {
				c.deliver(numbered(b, 2+n, 0, strings.Repeat("x", 1250)), 0)
			}
		}), "more than 100000 bytes", open.ErrCut, 0},
		{"control packets with data", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x0c..\x00\x01\x00\x00\x00\x01\x00\x00\x40not for you"), 0)
			c.deliver(id(b, "\x0c..\x00\x00\x00\x00\x00\x01\x00\x00\x00not for you"), 0)
			c.deliver(numbered(b, 2, 2, link), 0)
		}), "\t\"a\"", nil, 0},
		{"other answers, none of ours", limits{}, func(c *socket, b []byte) {
			other := id(b, "\x03..FAILURE NOT-FOUND")
			other[1] ^= 0x55
			c.deliver(other, 0)
			c.deliver([]byte("VERSION 1"), 0)
			c.deliver([]byte("\x03\x00\x00FAILURE NOT-FOUND"), 0)
			c.deliver([]byte{}, 0)
			c.deliver([]byte{9, b[1], b[2]}, 0)
		}, "ignored ardp: no valid header: 3 of 9 bytes", os.ErrDeadlineExceeded, 31 * time.Second},
		{"redirects to itself", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf5"), 0)
		}, "redirected to 192.0.2.1:1525 again", open.ErrProtocol, 0},
		{"redirects in a circle", limits{}, func(c *socket, b []byte) {
			port := byte(0xf6)
			if strings.HasSuffix(c.name, "1526") {
				port = 0xf5
			}
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05"+string([]byte{port})), 0)
		}, "again", open.ErrProtocol, 0},
		{"redirects without end", limits{}, func(c *socket, b []byte) {
			count++
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\xc0\x00\x02\x01\x06"+string([]byte{byte(count)})), 0)
		}, "more than 5 redirects", open.ErrProtocol, 0},
		{"redirects for ever, and speaks version 1", limits{}, func(c *socket, b []byte) {
			if count++; strings.HasSuffix(c.name, "1525") {
				c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\xc0\x00\x02\x01\x05\xf6"), 0)
			} else if bytes.Contains(b, []byte("GET-OBJECT-INFO")) {
				c.deliver(id(b, "\x03..NONE-FOUND\n"), 0)
			} else if count < 100 {
				c.deliver(id(b, "\x03..VERSION-NOT-SUPPORTED TRY 1"), 0)
			}
		}, "TRY 1", open.ErrProtocol, 0},
		{"redirects to nowhere", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x0d..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04"), 0)
		}, "without an address", open.ErrProtocol, 0},
		{"redirects behind data", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(numbered(b, 1, 2, link), 0)
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf6"), 0)
			c.deliver(numbered(b, 2, 2, "LINK L FILE b INTERNET-D h.example ASCII b 0\n"), 0)
		}), "type=\n\t\"b\"", nil, 0},
		{"redirects what it has", limits{}, func(c *socket, b []byte) {
			switch {
			case strings.HasSuffix(c.name, "1525"):
				c.deliver(id(b, "\x09..\x00\x00\x00\x00\x00\x01"), 0)
				c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x05\xf6"), 0)
			case isData(b):
				c.deliver(id(b, "\x03..FAILURE NOT-FOUND"), 0)
			}
		}, "FAILURE NOT-FOUND", open.ErrNotFound, 0},
		{"redirects to another protocol", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x02\x01\x00\x35"), 0)
		}, "bad-port-list", nil, 0},
		{"redirects to us", limits{policy: open.Policy{Special: open.SpecialDeny, AllowNet: []open.Net{public}}}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x13..\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x7f\x00\x00\x01\x05\xf6"), 0)
		}, "private-address", nil, 0},
		{"forwards without end", limits{}, func(c *socket, b []byte) {
			count++
			c.deliver(id(b, fmt.Sprintf("\x03..FORWARDED INTERNET-D h.example ASCII n%d 0\n", count)), 0)
		}, "forwarded more than 20 times", open.ErrProtocol, 0},
		{"forwards in a circle", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D H.EXAMPLE(1525) ASCII n 0\n"), 0)
		}, "forwarded in a loop", open.ErrProtocol, 0},
		{"forwards to nowhere", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D\n"), 0)
		}, "FORWARDED without a place", open.ErrProtocol, 0},
		{"forwards a directory in a circle", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII n 0\n"), 0)
		}), "forwarded in a loop", open.ErrProtocol, 0},
		{"forwards behind a link", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"FORWARDED INTERNET-D h.example ASCII m 0\n"), 0)
		}), "FORWARDED after a link", open.ErrProtocol, 0},
		{"forwards to a long name", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII "+strings.Repeat("x", 1001)+" 0\n"), 0)
		}, "more than 1000 bytes", open.ErrProtocol, 0},
		{"forwards to a name with a line end", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED INTERNET-D h.example ASCII 'x\nDELETE-LINK y' 0\n"), 0)
		}, "cannot be sent", earl.ErrControl, 0},
		{"forwards to a host of another kind", limits{}, func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..FORWARDED X25 1234 ASCII x 0\n"), 0)
		}, "a host of the type", errors.ErrUnsupported, 0},
		{"swaps the octets of the id", limits{}, func(c *socket, b []byte) {
			c.deliver([]byte{3, b[2], b[1], 'F', 'A', 'I', 'L', 'U', 'R', 'E', ' ', 'T', 'O', 'O', '-', 'M', 'A', 'N', 'Y'}, 0)
		}, "FAILURE TOO-MANY", nil, 0},
		{"a line that does not end", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"LINK L FILE b INTERNET-D h.example ASCII b"), 0)
		}), "is incomplete", open.ErrCut, 0},
		{"a quote that does not end", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03.."+link+"LINK L FILE b INTERNET-D h.example ASCII 'b\n"), 0)
		}), "is incomplete", open.ErrCut, 0},
		{"half a link", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..LINK L FILE a\n"), 0)
		}), "a link of 4 tokens", open.ErrProtocol, 0},
		{"forgets the request", limits{}, func(c *socket, b []byte) {
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
		{"is version 1 and does not speak it", limits{}, listed(func(c *socket, b []byte) {
			c.deliver(id(b, "\x03..VERSION-NOT-SUPPORTED TRY 1\n"), 0)
		}), "TRY 1", open.ErrProtocol, 0},
		{"is of another version", limits{}, func(c *socket, b []byte) {
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
				client := n.limited(test.policy)
				u := earl.RFC1738.MustParse("prospero://h.example/n")
				began := time.Now()
				got := report(ctx, client, u)
				took := time.Since(began)
				if !strings.Contains(got, test.want) {
					t.Errorf("got %s, want %q in it", got, test.want)
				}
				if strings.Contains(got, "prospero: prospero: ") {
					t.Errorf("got %s, the protocol named twice", got)
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
				time.Sleep(time.Hour) // late datagrams arrive
			})
		})
	}
}
