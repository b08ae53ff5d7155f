package prospero_test

import (
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// A listing may be closed while it is ranged over. Nothing more is read from
// its server.
func TestListingIsClosedWhileItIsRead(t *testing.T) {
	n, count := &network{}, 0
	n.answer = listed(func(c *socket, b []byte) {
		for range 20 {
			count++
			c.deliver(numbered(b, count, 0, "LINK L FILE a INTERNET-D h.example ASCII a 0\n"), time.Duration(count)*time.Millisecond)
		}
	})
	res, err := n.client(open.Options{}).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
	if err != nil {
		t.Fatal(err)
	}
	l := res.(*open.Listing)
	begun, over := make(chan bool, 1), make(chan error)
	go func() {
		var last error
		for _, err := range l.Entries {
			last = err
			select {
			case begun <- true:
			default:
			}
		}
		over <- last
	}()
	<-begun
	l.Close()
	if err := <-over; err == nil {
		t.Error("the listing ends as if it were whole")
	}
}
