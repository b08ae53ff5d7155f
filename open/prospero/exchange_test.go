package prospero_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
	"github.com/earl-url/earl/views"
)

// readable describes an object that is a file, which its server sends itself.
const readable = "ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\nATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n"

// bad is a bad connection between client and server.
type bad struct {
	random        *rand.Rand
	lost, doubled float64 // share of the datagrams in each direction
	late          time.Duration
}

// network returns a network in which every host is the server, at the other end of the bad connection.
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

// Whatever the connection loses, repeats and reorders, the received data are the sent data.
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
				client := n.limited(limits{open.Policy{Idle: time.Hour}, prospero.Options{Tries: 12}})
				res, err := client.Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/file"))
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(res.(*open.Document).Body)
				if !bytes.Equal(body, data) || err != nil {
					t.Errorf("%d bytes, %v, want %d", len(body), err, len(data))
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
					t.Errorf("a listing of %d bytes, want %d", got.Len(), want.Len())
				}
				if took := time.Since(began); took > test.most {
					t.Errorf("it took %v, more than %v", took, test.most)
				}
				time.Sleep(time.Second) // late datagrams arrive
				if n.open > 0 {
					t.Errorf("%d sockets are open", n.open)
				}
			})
		})
	}
}

// A request of several packets arrives completely, over a bad connection too.
func TestLongRequest(t *testing.T) {
	name := strings.Repeat("'", 990) + "end"
	for _, lost := range []float64{0, 0.3} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{window: 16, links: map[string]string{name: "NONE-FOUND\n"}}
			l := bad{random: rand.New(rand.NewPCG(5, 6)), lost: lost}
			client := l.network(s).limited(limits{open.Policy{Idle: time.Hour}, prospero.Options{Tries: 12}})
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

// B17: the sent and traced requests are those of the plan, for a server of
// version 5.
func TestSendsWhatThePlanSays(t *testing.T) {
	for _, text := range []string{"prospero://h.example//pros/name", "prospero://h.example/it's%E9;OBJECT-VERSION=3;ID=REMOTE%209;HSONAME-TYPE=ASCII;X=Y", "prospero://h.example/"} {
		synctest.Test(t, func(t *testing.T) {
			u := earl.RFC1738.MustParse(text)
			view, err := views.ParseProspero(u)
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
			plan, err := client.Plan(t.Context(), &open.Request{URL: u})
			if err != nil {
				t.Fatal(err)
			}
			var planned []string
			for _, step := range plan.Steps {
				if step.When != "if the server only speaks version 1" {
					planned = append(planned, step.Line)
				}
			}
			client.Open(t.Context(), u) // first as a directory, which it is not, and then for its contents
			if want := strings.Join(planned, "\n") + "\n"; strings.Join(s.asked, "") != want {
				t.Errorf("sent %q, the plan has %q", s.asked, want)
			}
			if !slices.Equal(traced, printable(planned)) {
				t.Errorf("traced %q, the plan has %q", traced, planned)
			}
		})
	}
}

// printable returns lines in the form of a trace.
func printable(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = earl.Octets(line).Printable()
	}
	return all
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

// isData reports whether a datagram of the client contains a part of a request.
func isData(datagram []byte) bool { return len(datagram) > 9 && datagram[4] == 1 }

// How often the client repeats a request to a silent server: prospero.Options.Tries times, each
// pause twice as long as the last, and no longer than Policy.Idle. Source: section 2, client
// rule 3.
func TestSilence(t *testing.T) {
	for _, test := range []struct {
		policy limits
		took   time.Duration
		asked  string
	}{
		{limits{}, 30 * time.Second, "4 tries"},
		{limits{open.Policy{Idle: time.Hour}, prospero.Options{}}, 60 * time.Second, "4 tries"},
		{limits{open.Policy{Idle: time.Hour}, prospero.Options{Tries: 2}}, 12 * time.Second, "2 tries"},
		{limits{open.Policy{Idle: 10 * time.Second}, prospero.Options{}}, 10 * time.Second, "2 tries"},
		{limits{open.Policy{Idle: time.Second}, prospero.Options{}}, time.Second, "asked once"},
		{limits{open.Policy{Idle: time.Hour}, prospero.Options{Retry: time.Second}}, 15 * time.Second, "4 tries"},
		{limits{open.Policy{Idle: 10 * time.Minute}, prospero.Options{Tries: 100}}, 10 * time.Minute, "13 tries"}, // at 0 4 12 28 60 120 180 ...
	} {
		synctest.Test(t, func(t *testing.T) {
			n := &network{answer: func(*socket, []byte) {}}
			began := time.Now()
			_, err := n.limited(test.policy).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if took := time.Since(began); took != test.took || !strings.Contains(err.Error(), test.asked) || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%+v: after %v: %v, want %v, %s", test.policy, took, err, test.took, test.asked)
			}
		})
	}
}

// A server that redirects later requests too is not asked again. A server that
// redirects only this request is asked again. Source: section 2, options 4 and
// 5.
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

// A name that crashes servers is not sent. Source: section 2, client rule 2.
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

// A port without a server, and a server that stops in between.
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

// A client that stops sends a cancellation, once.
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
