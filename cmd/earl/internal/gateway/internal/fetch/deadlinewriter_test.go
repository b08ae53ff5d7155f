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

// The kernel moves a body to a browser in pieces. Each piece has a deadline for a silent server
// and for a browser that accepts nothing.
func TestDeadlineWriterTakesPieces(t *testing.T) {
	const size, idle = 5*splicePiece + 1, 30 * time.Second
	body := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	begun := time.Now()
	n, err := deadlineWriter{w, w.SetWriteDeadline, idle}.ReadFrom(io.LimitReader(bytes.NewReader(body), 10*size))
	if n != size || err != nil || !bytes.Equal(w.Body.Bytes(), body) {
		t.Errorf("%d bytes, %v; want %d", n, err, size)
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

// If a server pauses, the piece ends and the opener continues after it. If a browser accepts
// nothing, the response ends, since the bytes in the kernel are lost.
func TestDeadlineWriterTellsASlowBrowserFromASlowServer(t *testing.T) {
	const idle = 30 * time.Second
	for pause, want := range map[time.Duration]error{idle: os.ErrDeadlineExceeded, idle + writeTime: errSlow} {
		synctest.Test(t, func(t *testing.T) {
			w := &timed{ResponseRecorder: httptest.NewRecorder()}
			r := io.MultiReader(strings.NewReader("some"), late{pause})
			n, err := deadlineWriter{w, w.SetWriteDeadline, idle}.ReadFrom(io.LimitReader(r, splicePiece))
			if n != 4 || !errors.Is(err, want) {
				t.Errorf("a deadline after %v: %d bytes, %v; want %v", pause, n, err, want)
			}
		})
	}
}

// late is a reader that misses its deadline after a time.
type late struct{ after time.Duration }

func (l late) Read([]byte) (int, error) {
	time.Sleep(l.after)
	return 0, os.ErrDeadlineExceeded
}

// A limited part ends at its limit, and the bytes after it are not read.
func TestDeadlineWriterEndsAtTheLimit(t *testing.T) {
	w, r := &timed{ResponseRecorder: httptest.NewRecorder()}, bytes.NewReader(make([]byte, 2*splicePiece))
	if n, err := (deadlineWriter{w, w.SetWriteDeadline, 0}).ReadFrom(io.LimitReader(r, splicePiece+1)); n != splicePiece+1 || err != nil || r.Len() != splicePiece-1 {
		t.Errorf("%d bytes, %v; %d left", n, err, r.Len())
	}
}
