// Package history keeps what a user opened in a run of a gateway, and the bookmarks.
//
//	var visits history.Visits
//	visits.Add("A title", u)
//	marks := &history.Bookmarks{Path: path}
//	err := marks.Change(history.Bookmark{URL: u.String(), Title: "A title"}, true)
//
// Visits are only in memory. Bookmarks are in a file that only its owner can read. No
// URL here has a password: the caller removes it.
package history

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

const (
	// MaxVisits is how many visits are kept; the oldest are dropped first.
	MaxVisits = 200
	// MaxBookmarks is how many bookmarks the file may have, which is read whole.
	MaxBookmarks = 10_000
	// MaxTitle is how many bytes of a title are kept: more than the tab of a browser
	// shows.
	MaxTitle = 200
	// MaxURL is how long the URL of a bookmark may be, in bytes: a request of a
	// browser for a longer one may not be accepted.
	MaxURL = 32 << 10
)

// Visit is one page that was opened.
type Visit struct {
	Title string
	URL   earl.URL // without a password
	Time  time.Time
}

// Visits are the pages that were opened, in memory only. The zero value has none.
// Several goroutines may use it.
type Visits struct {
	mu   sync.Mutex
	list []Visit // the newest last
}

// Add keeps a visit. It replaces an earlier visit to the same URL.
func (h *Visits) Add(title string, u earl.URL) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = slices.DeleteFunc(h.list, func(v Visit) bool { return v.URL == u })
	if len(h.list) == MaxVisits {
		h.list = slices.Delete(h.list, 0, 1)
	}
	h.list = append(h.list, Visit{title, u, time.Now()})
}

// Newest returns up to n visits, the newest first.
func (h *Visits) Newest(n int) []Visit {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.Clone(h.list[max(0, len(h.list)-n):])
	slices.Reverse(list)
	return list
}

// Clear drops every visit.
func (h *Visits) Clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = nil
}

var (
	// ErrFull is the error of a bookmark more than MaxBookmarks.
	ErrFull = errors.New("there are as many bookmarks as the file may hold")
	// ErrTooLong is the error of a bookmark whose URL is longer than MaxURL.
	ErrTooLong = errors.New("the URL is too long for a link")
)

// Bookmark is a URL that the user keeps.
type Bookmark struct {
	URL     string // without a password
	Title   string
	Edition string // that reads the URL; "" is rfc3986
}

// Bookmarks are a file of lines "URL TAB title". A TAB and the edition follow if it is
// not rfc3986. Several goroutines may use them.
type Bookmarks struct {
	Path string // of the file; "": the bookmarks are kept in memory

	mu   sync.Mutex
	held []Bookmark
}

// All returns the bookmarks, the newest first.
func (b *Bookmarks) All() ([]Bookmark, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.read()
	slices.Reverse(list)
	return list, err
}

// Change adds a bookmark, or removes the one of its URL if add is false. The error is
// ErrFull, ErrTooLong or that of the file.
func (b *Bookmarks) Change(m Bookmark, add bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.read()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o Bookmark) bool { return o.URL == m.URL })
	if add {
		if len(list) >= MaxBookmarks {
			return ErrFull
		}
		if len(m.URL) > MaxURL {
			return ErrTooLong
		}
		m.Title = sanitize.Truncate(strings.Join(strings.Fields(m.Title), " "), MaxTitle)
		list = append(list, m)
	}
	return b.write(list)
}

// Has reports whether a URL is among the bookmarks.
func (b *Bookmarks) Has(u earl.URL) bool {
	list, _ := b.All()
	return slices.ContainsFunc(list, func(m Bookmark) bool { return m.URL == u.String() })
}

// read returns the bookmarks, the oldest first.
func (b *Bookmarks) read() ([]Bookmark, error) {
	if b.Path == "" {
		return slices.Clone(b.held), nil
	}
	f, err := os.Open(b.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []Bookmark
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 2*MaxURL) // a line of Change is shorter
	for lines.Scan() && len(list) < MaxBookmarks {
		address, rest, _ := strings.Cut(lines.Text(), "\t")
		if title, edition, _ := strings.Cut(rest, "\t"); address != "" {
			list = append(list, Bookmark{address, title, edition})
		}
	}
	return list, lines.Err()
}

// write replaces the bookmarks. Only the owner can read the file: it shows what the
// user reads.
func (b *Bookmarks) write(list []Bookmark) error {
	if b.Path == "" {
		b.held = list
		return nil
	}
	dir := filepath.Dir(b.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".bookmarks") // of mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	w := bufio.NewWriter(f)
	for _, m := range list {
		w.WriteString(m.URL + "\t" + m.Title)
		if m.Edition != "" && m.Edition != earl.RFC3986.Name() {
			w.WriteString("\t" + m.Edition)
		}
		w.WriteString("\n")
	}
	if err := errors.Join(w.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), b.Path)
}
