package fetch

import (
	"bytes"
	"errors"
	"io"
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
