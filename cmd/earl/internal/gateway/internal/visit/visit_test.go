package visit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

var here = earl.RFC3986.MustParse("ftp://h.example/a")

// source is a body that counts its readers' requests.
type source struct {
	io.Reader
	closed atomic.Bool
}

func (s *source) Close() error {
	s.closed.Store(true)
	return nil
}

// opened returns a visit of a document with the bytes of r.
func opened(t *testing.T, s *Set, r io.Reader, size int64) (*Visit, *source) {
	t.Helper()
	src := &source{Reader: r}
	v := s.New(Target{URL: here})
	v.Open(t.Context(), func() {}, func(context.Context) (open.Resource, error) {
		return &open.Document{Meta: open.Meta{URL: here, Size: size}, Body: src}, nil
	})
	<-v.Done()
	return v, src
}

// text returns n bytes that differ.
func text(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * i >> 7)
	}
	return b
}

// read reads a result.
func read(t *testing.T, v *Visit) ([]byte, error) {
	t.Helper()
	res, err := v.Result()
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	defer body.Close()
	return io.ReadAll(body)
}

// A body is read once from its source, by any number of readers, in pieces of any
// size.
func TestBodyIsReadOnce(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, firstLen, chunkLen, chunkLen + 1, 3*chunkLen + 5, MaxBody - 1} {
		for name, size := range map[string]int64{"known": int64(n), "unknown": -1, "wrong": int64(n / 2)} {
			want := text(n)
			v, src := opened(t, new(Set), iotest.HalfReader(bytes.NewReader(want)), size)
			var wait sync.WaitGroup
			for range 3 {
				wait.Go(func() {
					if got, err := read(t, v); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%d bytes, size %s: %d bytes, %v", n, name, len(got), err)
					}
				})
			}
			wait.Wait()
			for range 100 {
				if src.closed.Load() {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if !src.closed.Load() {
				t.Errorf("%d bytes: the source is not closed at its end", n)
			}
			doc, ok := v.Part(int64(n / 2))
			if name == "wrong" && n > 0 {
				continue
			}
			if !ok {
				t.Fatalf("%d bytes, size %s: no part", n, name)
			}
			if got, err := io.ReadAll(doc.Body); err != nil || !bytes.Equal(got, want[n/2:]) || doc.Size != int64(n) {
				t.Errorf("%d bytes, the part from %d: %d bytes of %d, %v", n, n/2, len(got), doc.Size, err)
			}
		}
	}
}

// One reader receives the rest of a long body after the kept bytes. Another reader receives the
// kept bytes and ErrGone.
func TestLongBodyGoesToOneReader(t *testing.T) {
	t.Parallel()
	want := text(MaxBody + chunkLen)
	set := new(Set)
	v, src := opened(t, set, bytes.NewReader(want), int64(len(want)))
	got, err := read(t, v)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the first reader: %d bytes, %v", len(got), err)
	}
	if !src.closed.Load() {
		t.Error("the reader of the rest does not close the source")
	}
	if got, err = read(t, v); !errors.Is(err, ErrGone) || !bytes.Equal(got, want[:MaxBody]) {
		t.Errorf("the second reader: %d bytes, %v", len(got), err)
	}
	if !v.Usable() {
		t.Error("its first bytes are kept and it is not usable")
	}
	if _, ok := v.Part(MaxBody + 1); ok {
		t.Error("a part that is not kept")
	}
	if held := set.Bytes(); held > MaxBody+chunkLen {
		t.Errorf("%d bytes are kept", held)
	}
	var b strings.Builder
	v, _ = opened(t, set, bytes.NewReader(want), -1)
	res, _ := v.Result()
	if n, err := res.(*open.Document).Body.(io.WriterTo).WriteTo(&b); n != int64(len(want)) || err != nil || b.String() != string(want) {
		t.Errorf("WriteTo: %d bytes, %v", n, err)
	}
	if _, ok := v.Part(1); ok {
		t.Error("a part of a body of unknown size")
	}
}

// If a body ends with an error, each reader receives the error.
func TestBodyEndsInItsError(t *testing.T) {
	t.Parallel()
	v, _ := opened(t, new(Set), io.MultiReader(strings.NewReader("some"), iotest.ErrReader(open.ErrCut)), -1)
	for range 2 {
		if got, err := read(t, v); string(got) != "some" || !errors.Is(err, open.ErrCut) {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// listed returns a visit of a listing with n entries. made counts the entries that were read.
func listed(t *testing.T, s *Set, to Target, n int, made *atomic.Int64) *Visit {
	t.Helper()
	v := s.New(to)
	v.Open(t.Context(), func() {}, func(context.Context) (open.Resource, error) {
		return &open.Listing{Meta: open.Meta{URL: here}, Close: func() error { return nil }, Entries: func(yield func(open.Entry, error) bool) {
			for i := range n {
				made.Add(1)
				if !yield(open.Entry{Name: fmt.Sprint(i)}, nil) {
					return
				}
			}
		}}, nil
	})
	<-v.Done()
	return v
}

// count reads a listing, up to n entries.
func count(v *Visit, n int) (got int, err error) {
	res, _ := v.Result()
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			return got, err
		}
		if e.Name != fmt.Sprint(got) {
			return got, fmt.Errorf("the entry %d is %q", got, e.Name)
		}
		if got++; got == n {
			break
		}
	}
	return got, nil
}

// The entries of a listing are read once, as far as they are needed.
func TestEntriesAreReadOnce(t *testing.T) {
	t.Parallel()
	var made atomic.Int64
	v := listed(t, new(Set), Target{URL: here}, 1000, &made)
	if n, err := count(v, 10); n != 10 || err != nil || made.Load() != 10 {
		t.Errorf("%d entries, %v, %d read", n, err, made.Load())
	}
	v.Drain()
	for range 2 {
		if n, err := count(v, -1); n != 1000 || err != nil || made.Load() != 1000 {
			t.Errorf("%d entries, %v, %d read", n, err, made.Load())
		}
	}
}

// P21: a line that was not understood does not end a listing, and each reader receives it.
func TestEntriesKeepLinesThatWereNotUnderstood(t *testing.T) {
	t.Parallel()
	v := new(Set).New(Target{URL: here})
	v.Open(t.Context(), func() {}, func(context.Context) (open.Resource, error) {
		return &open.Listing{Meta: open.Meta{URL: here}, Close: func() error { return nil }, Entries: func(yield func(open.Entry, error) bool) {
			_ = yield(open.Entry{Name: "a"}, nil) && yield(open.Entry{}, &open.NotUnderstood{Line: 2}) && yield(open.Entry{Name: "b"}, nil) &&
				yield(open.Entry{}, &open.NotUnderstood{Line: 4}) && yield(open.Entry{}, open.ErrCut)
		}}, nil
	})
	<-v.Done()
	res, _ := v.Result()
	for range 2 {
		var got []string
		for e, err := range res.(*open.Listing).Entries {
			got = append(got, fmt.Sprint(e.Name, " ", err))
		}
		if want := []string{"a <nil>", " line 2 was not understood: \"\": ", "b <nil>", " line 4 was not understood: \"\": ", " " + open.ErrCut.Error()}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A listing that is too long is shown once and is not kept. The first entries of a search are
// kept.
func TestLongListingIsNotKept(t *testing.T) {
	t.Parallel()
	const n = MaxEntries / 100
	var made atomic.Int64
	set := new(Set)
	v := listed(t, set, Target{URL: here}, n, &made)
	if got, err := count(v, -1); got != n || err != nil || v.Usable() || set.Bytes() != 0 {
		t.Errorf("%d entries, %v; usable %t, %d bytes are kept", got, err, v.Usable(), set.Bytes())
	}
	v = listed(t, set, Target{URL: here, Once: true}, n, &made)
	v.Drain()
	if got, err := count(v, -1); got != n || err != nil || !v.Usable() {
		t.Errorf("of a search: %d entries, %v, usable %t", got, err, v.Usable())
	}
	if got, err := count(v, -1); got < MaxEntries/1000 || !errors.Is(err, ErrGone) || set.Bytes() < MaxEntries || set.Bytes() > MaxEntries+1000 {
		t.Errorf("of a search, again: %d entries, %v, %d bytes are kept", got, err, set.Bytes())
	}
}

// A set keeps visits up to its limits, and drops the least recently used ones first. A dropped
// visit closes its connection.
func TestSetIsBounded(t *testing.T) {
	t.Parallel()
	var set Set
	first := set.New(Target{URL: here})
	second, src := opened(t, &set, bytes.NewReader(text(10)), -1)
	for range MaxVisits - 2 {
		set.New(Target{})
	}
	if set.Find(first.ID) != first {
		t.Error("a visit is dropped too early")
	}
	set.New(Target{})
	if set.Find(second.ID) != nil || set.Find(first.ID) == nil {
		t.Error("it is not the visit used least recently that is dropped")
	}
	for i := 0; !src.closed.Load(); i++ {
		if i == 100 {
			t.Fatal("the connection of a dropped visit is not closed")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for range 2 * MaxVisits {
		v, _ := opened(t, &set, bytes.NewReader(text(MaxBody)), MaxBody)
		if _, err := read(t, v); err != nil {
			t.Fatal(err)
		}
		if held := set.Bytes(); held > MaxBytes {
			t.Fatalf("%d bytes are kept, want at most %d", held, MaxBytes)
		}
	}
	set.Clear()
	if set.Bytes() != 0 || set.Find(first.ID) != nil {
		t.Error("a set that was cleared keeps visits")
	}
}

// A connection that no request reads from is closed, and one that is read is not.
func TestIdleConnectionIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var released atomic.Int64
		src := &source{Reader: bytes.NewReader(text(MaxBody))}
		v := new(Set).New(Target{URL: here})
		v.Open(t.Context(), func() { released.Add(1) }, func(context.Context) (open.Resource, error) {
			return &open.Document{Meta: open.Meta{URL: here, Size: -1}, Body: src}, nil
		})
		<-v.Done()
		res, _ := v.Result()
		body := res.(*open.Document).Body
		body.Read(make([]byte, 1))
		time.Sleep(2 * IdleTime)
		synctest.Wait()
		if src.closed.Load() {
			t.Error("it is closed while a request reads it")
		}
		body.Close()
		time.Sleep(IdleTime / 2)
		synctest.Wait()
		if src.closed.Load() || released.Load() != 0 {
			t.Error("it is closed too early")
		}
		time.Sleep(IdleTime)
		synctest.Wait()
		if !src.closed.Load() || released.Load() != 1 || v.Usable() {
			t.Errorf("closed %t, released %d times, usable %t", src.closed.Load(), released.Load(), v.Usable())
		}
	})
}

// Stop ends an opening that waits. So does a client that disconnects, unless another client
// waits or it is a search.
func TestOpeningEnds(t *testing.T) {
	t.Parallel()
	hold := func(ctx context.Context) (open.Resource, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	t.Run("stop", func(t *testing.T) {
		v := new(Set).New(Target{URL: here})
		released := make(chan bool)
		v.Open(t.Context(), func() { close(released) }, hold)
		v.Stop()
		<-released
		if _, err := v.Opened(); !errors.Is(err, context.Canceled) || !v.Stopped() {
			t.Error(err)
		}
	})
	t.Run("gone", func(t *testing.T) {
		v := new(Set).New(Target{URL: here})
		v.Open(t.Context(), func() {}, hold)
		one, cancelOne := context.WithCancel(t.Context())
		two, cancelTwo := context.WithCancel(t.Context())
		leave := v.Attend(one)
		defer v.Attend(two)()
		cancelOne()
		time.Sleep(20 * time.Millisecond)
		if opened, _ := v.Opened(); opened {
			t.Error("it ends although another request waits")
		}
		leave()
		cancelTwo()
		<-v.Done()
		if v.Usable() {
			t.Error("it is usable")
		}
	})
	t.Run("search", func(t *testing.T) {
		v := new(Set).New(Target{URL: here, Once: true})
		v.Open(t.Context(), func() {}, hold)
		ctx, cancel := context.WithCancel(t.Context())
		defer v.Attend(ctx)()
		cancel()
		time.Sleep(20 * time.Millisecond)
		if opened, _ := v.Opened(); opened {
			t.Error("a search ends with its client")
		}
		v.Stop()
		<-v.Done()
	})
}

// A visit is opened only once, even by several callers.
func TestVisitIsOpenedOnce(t *testing.T) {
	t.Parallel()
	v := new(Set).New(Target{URL: here})
	var opens, released atomic.Int64
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() {
			v.Open(t.Context(), func() { released.Add(1) }, func(context.Context) (open.Resource, error) {
				opens.Add(1)
				return &open.Form{}, nil
			})
			<-v.Done()
		})
	}
	wait.Wait()
	for i := 0; released.Load() != 10 && i < 100; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	if opens.Load() != 1 || released.Load() != 10 {
		t.Errorf("opened %d times, released %d times", opens.Load(), released.Load())
	}
}

// A visit belongs to the URL that it opened and to the URL after redirects. A frame can claim it
// once.
func TestVisitIsOfItsURLs(t *testing.T) {
	t.Parallel()
	var set Set
	final := earl.RFC3986.MustParse("ftp://h.example/b")
	v := set.New(Target{URL: here})
	v.Open(t.Context(), func() {}, func(context.Context) (open.Resource, error) {
		return &open.Form{Meta: open.Meta{URL: final}}, nil
	})
	<-v.Done()
	for address, want := range map[string]bool{"ftp://h.example/a": true, "ftp://h.example/a#x": true, "ftp://h.example/b": true, "ftp://h.example/c": false} {
		if got := v.Is(earl.RFC3986.MustParse(address)); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	if set.Claim(final) != nil {
		t.Error("a visit without a frame is claimed")
	}
	set.Await(v)
	if set.Claim(final) != v || set.Claim(final) != nil {
		t.Error("a visit is not claimed once")
	}
}

// A reader receives each piece when it arrives, while another goroutine reads ahead.
func TestReaderDoesNotWaitForTheNextPiece(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		var s Set
		v, _ := opened(t, &s, from, -1)
		ready := v.Ready(1 << 20)
		res, err := v.Result()
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		piece := make([]byte, 10)
		for i := range 200 {
			got := make(chan string)
			go func() {
				n, _ := body.Read(piece)
				got <- string(piece[:n])
			}()
			synctest.Wait() // the reader waits for its turn
			want := fmt.Sprint(i)
			io.WriteString(to, want)
			if text := <-got; text != want {
				t.Fatalf("read %q, want %q", text, want)
			}
		}
		to.Close()
		<-ready
		if _, size := v.Arrived(); size != 490 {
			t.Errorf("%d bytes arrived, want 490", size)
		}
		body.Close()
		s.Clear()
	})
}

// Kept entries and bytes are ready at once. Missing ones are read until there are enough.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		var s Set
		v, _ := opened(t, &s, from, -1)
		ready := v.Ready(5)
		for _, tt := range []struct {
			piece string
			kept  bool
		}{{"abc", false}, {"defg", true}} {
			io.WriteString(to, tt.piece)
			synctest.Wait()
			select {
			case <-ready:
				if !tt.kept {
					t.Errorf("ready after %q", tt.piece)
				}
			default:
				if tt.kept {
					t.Errorf("not ready after %q", tt.piece)
				}
			}
			if v.Kept(5) != tt.kept || !v.Kept(3) {
				t.Errorf("after %q: Kept is %t", tt.piece, !tt.kept)
			}
		}
		<-v.Ready(7)
		to.Close()
		<-v.Ready(8) // there is no more
		s.Clear()
	})
}
