package gateway

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// timed is a response that records its pieces and their deadlines.
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

// The kernel can also copy a body to a response that is logged.
func TestStatusWriterTakesABody(t *testing.T) {
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	s := &statusWriter{ResponseWriter: w}
	if n, err := io.Copy(s, io.LimitReader(bytes.NewReader(make([]byte, 9)), 5)); n != 5 || err != nil || s.code != http.StatusOK || len(w.pieces) != 1 {
		t.Errorf("%d, %v; status %d; %d pieces", n, err, s.code, len(w.pieces))
	}
}

// A panic is written to the writer of the server, with its stack and without the password of a
// URL. Other messages of net/http are not written.
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
