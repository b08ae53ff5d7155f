package gateway

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// timed is a response that notes the pieces that it takes, and their deadlines.
type timed struct {
	*httptest.ResponseRecorder
	pieces    []int64
	deadlines []time.Time
}

func (w *timed) SetWriteDeadline(t time.Time) error {
	w.deadlines = append(w.deadlines, t)
	return nil
}

func (w *timed) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(w.Body, r)
	w.pieces = append(w.pieces, n)
	return n, err
}

// What the kernel moves to a browser goes in pieces, each of which has its time:
// that of a server which is silent, and of a browser which takes nothing.
func TestDeadlineWriterTakesPieces(t *testing.T) {
	const size, idle = 5*splicePiece + 1, 30 * time.Second
	body := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	begun := time.Now()
	n, err := deadlineWriter{w, w.SetWriteDeadline, idle}.ReadFrom(io.LimitReader(bytes.NewReader(body), 10*size))
	if n != size || err != nil || !bytes.Equal(w.Body.Bytes(), body) {
		t.Errorf("%d octets, %v; want %d", n, err, size)
	}
	if len(w.pieces) != 6 || w.pieces[0] != splicePiece || len(w.deadlines) != len(w.pieces) {
		t.Errorf("pieces of %v, %d deadlines", w.pieces, len(w.deadlines))
	}
	for _, d := range w.deadlines {
		if d.Before(begun.Add(idle + writeTime)) {
			t.Errorf("a deadline after %v: a slow server would end the response", d.Sub(begun))
		}
	}
}

// A server that pauses ends a piece, which the opener goes on from; a browser that
// takes nothing ends the response, for what the kernel held for it is lost.
func TestDeadlineWriterTellsASlowBrowserFromASlowServer(t *testing.T) {
	const idle = 30 * time.Second
	for pause, want := range map[time.Duration]error{idle: os.ErrDeadlineExceeded, idle + writeTime: errSlow} {
		synctest.Test(t, func(t *testing.T) {
			w := &timed{ResponseRecorder: httptest.NewRecorder()}
			r := io.MultiReader(strings.NewReader("some"), late{pause})
			n, err := deadlineWriter{w, w.SetWriteDeadline, idle}.ReadFrom(io.LimitReader(r, splicePiece))
			if n != 4 || !errors.Is(err, want) {
				t.Errorf("a deadline after %v: %d octets, %v; want %v", pause, n, err, want)
			}
		})
	}
}

// late is a reader that misses a deadline after a while.
type late struct{ after time.Duration }

func (l late) Read([]byte) (int, error) {
	time.Sleep(l.after)
	return 0, os.ErrDeadlineExceeded
}

// A limited part ends where it should, and what is behind it is left.
func TestDeadlineWriterEndsAtTheLimit(t *testing.T) {
	w, r := &timed{ResponseRecorder: httptest.NewRecorder()}, bytes.NewReader(make([]byte, 2*splicePiece))
	if n, err := (deadlineWriter{w, w.SetWriteDeadline, 0}).ReadFrom(io.LimitReader(r, splicePiece+1)); n != splicePiece+1 || err != nil || r.Len() != splicePiece-1 {
		t.Errorf("%d octets, %v; %d left", n, err, r.Len())
	}
}

// There are so many connections at a time; the next has to wait, and the end of
// the listener ends the waiting.
func TestLimit(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := Limit(inner).(*limited)
	if cap(l.places) != maxConns {
		t.Errorf("%d places", cap(l.places))
	}
	l.places = make(chan struct{}, 1)
	for range 2 {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := first.(io.ReaderFrom); !ok {
		t.Errorf("%T is no io.ReaderFrom: the kernel moves nothing to it", first)
	}
	second := make(chan error)
	accept := func() {
		c, err := l.Accept()
		second <- err
		if err == nil {
			c.Close()
		}
	}
	go accept()
	select {
	case err := <-second:
		t.Fatalf("a second connection beside the only place: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	first.Close()
	first.Close() // gives one place back, not two
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	l.places <- struct{}{}
	go accept()
	time.AfterFunc(10*time.Millisecond, func() { l.Close() })
	if err := <-second; !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept behind Close: %v", err)
	}
	l.Close() // again does nothing new
}

// A body is taken from its connection by a response that is logged, too.
func TestStatusWriterTakesABody(t *testing.T) {
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	s := &statusWriter{ResponseWriter: w}
	if n, err := io.Copy(s, io.LimitReader(bytes.NewReader(make([]byte, 9)), 5)); n != 5 || err != nil || s.code != http.StatusOK || len(w.pieces) != 1 {
		t.Errorf("%d, %v; status %d; %d pieces", n, err, s.code, len(w.pieces))
	}
}

// A panic is reported with its stack and without the password of a URL in it, on
// the writer of the server. What else net/http logs is not.
func TestPanicIsReported(t *testing.T) {
	var log bytes.Buffer
	ended := make(chan struct{})
	s := httptest.NewUnstartedServer(nil)
	s.Config = Server(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer close(ended)
		w.WriteHeader(http.StatusOK)
		w.WriteHeader(http.StatusOK) // net/http logs this
		panic("cannot draw\x1b ftp://user:secret@h/")
	}), &log)
	s.Start()
	if res, err := http.Get(s.URL); err == nil {
		res.Body.Close()
	}
	<-ended
	s.Close()
	text := log.String()
	if !strings.HasPrefix(text, "earl: gateway: internal error: http: panic serving 127.0.0.1:") || !strings.Contains(text, "TestPanicIsReported") {
		t.Errorf("%q", text)
	}
	if strings.Contains(text, "secret") || strings.Contains(text, "\x1b") || strings.Contains(text, "superfluous") {
		t.Errorf("a password, a control character or another message in %q", text)
	}
}
