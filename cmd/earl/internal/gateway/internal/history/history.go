// Package history keeps the URLs that a user opened in one run of a gateway, and the
// bookmarks.
//
//	var visits history.Visits
//	visits.Add("A title", u)
//	marks := &history.Bookmarks{Path: path}
//	err := marks.Change(history.Bookmark{URL: u.String(), Title: "A title"}, true)
//
// Visits are only in memory. Bookmarks are in a file that only its owner can read. The
// caller removes the password from each URL.
package history

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/outfile"
)

// timeFormat is the format of times in the file of bookmarks.
const timeFormat = time.RFC3339

const (
	// MaxVisits is how many visits are kept; the oldest are dropped first.
	MaxVisits = 200
	// MaxBookmarks is how many bookmarks are kept. The whole file is read into memory.
	MaxBookmarks = 10_000
	// MaxTitle is how many bytes of a title are kept: more than the tab of a browser
	// shows.
	MaxTitle = 200
	// MaxURL is the length of the longest URL of a bookmark, in bytes. The gateway might
	// refuse a request with a longer one.
	MaxURL = 32 << 10
)

// Visit is one page that was opened.
type Visit struct {
	Title string
	URL   earl.URL // without a password
	Time  time.Time
}

// Key identifies the URL of a visit in a form. It does not contain the URL.
func (v Visit) Key() string { return keyOf(v.URL.String()) }

// keyOf returns the key of a URL: a short hash, which does not show a password that the
// file may contain.
func keyOf(url string) string {
	sum := sha256.Sum256([]byte(url))
	return hex.EncodeToString(sum[:12])
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

// Remove drops the visits with a key.
func (h *Visits) Remove(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = slices.DeleteFunc(h.list, func(v Visit) bool { return v.Key() == key })
}

// Clear drops every visit.
func (h *Visits) Clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = nil
}

var (
	// ErrFull is the error of adding a bookmark if there are MaxBookmarks.
	ErrFull = fmt.Errorf("there are %d bookmarks; remove some first", MaxBookmarks)
	// ErrTooLong is the error of a bookmark whose URL is longer than MaxURL.
	ErrTooLong = errors.New("the URL is too long for a link")
	// ErrNoBookmark is the error for a key that no bookmark has.
	ErrNoBookmark = errors.New("this bookmark no longer exists")
)

// Bookmark is a URL that the user keeps.
type Bookmark struct {
	URL     string // without a password
	Title   string
	Edition string    // that reads the URL; "" means rfc3986
	Added   time.Time // the zero time if it is not known
}

// Key identifies the URL of a bookmark in a form. It does not contain the URL.
func (m Bookmark) Key() string { return keyOf(m.URL) }

// Bookmarks are kept in a file of lines "URL TAB title TAB edition TAB time". Files of
// earlier versions have no time, and no edition if it is rfc3986. Several goroutines may
// use them.
type Bookmarks struct {
	Path string // of the file; if "", the bookmarks are kept in memory

	mu    sync.Mutex
	held  []Bookmark
	other []string // lines of the file that are not bookmarks, which stay
	more  bool     // the file has more than MaxBookmarks, so it is not replaced
}

// All returns the bookmarks, the newest first.
func (b *Bookmarks) All() ([]Bookmark, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.read()
	slices.Reverse(list)
	return list, err
}

// Change adds a bookmark. If add is false, it removes the bookmark with the same URL. A
// zero Added becomes the current time. The error is ErrFull, ErrTooLong or that of the file.
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
		m.Title = boundedTitle(m.Title)
		if m.Added.IsZero() {
			m.Added = time.Now()
		}
		list = append(list, m)
	}
	return b.write(list)
}

// Find returns the bookmark with a key. The error is ErrNoBookmark or that of the file.
func (b *Bookmarks) Find(key string) (Bookmark, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, i, err := b.find(key)
	if err != nil {
		return Bookmark{}, err
	}
	return list[i], nil
}

// Rename gives the bookmark with a key another title. The error is ErrNoBookmark or
// that of the file.
func (b *Bookmarks) Rename(key, title string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, i, err := b.find(key)
	if err != nil {
		return err
	}
	list[i].Title = boundedTitle(title)
	return b.write(list)
}

// Remove removes the bookmark with a key. The error is ErrNoBookmark or that of the
// file.
func (b *Bookmarks) Remove(key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, i, err := b.find(key)
	if err != nil {
		return err
	}
	return b.write(slices.Delete(list, i, i+1))
}

// find returns the bookmarks and the index of the one with a key.
func (b *Bookmarks) find(key string) ([]Bookmark, int, error) {
	list, err := b.read()
	if err != nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(list, func(m Bookmark) bool { return m.Key() == key })
	if i < 0 {
		return nil, 0, ErrNoBookmark
	}
	return list, i, nil
}

// boundedTitle returns a title in one line of at most MaxTitle bytes.
func boundedTitle(title string) string {
	return sanitize.Truncate(strings.Join(strings.Fields(title), " "), MaxTitle)
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
	b.other, b.more = nil, false
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
	for lines.Scan() {
		m := parseLine(lines.Text())
		switch {
		case m.URL == "" || m.URL[0] == '#':
			b.other = append(b.other, lines.Text())
		case len(list) == MaxBookmarks:
			b.more = true
			return list, nil
		default:
			list = append(list, m)
		}
	}
	return list, lines.Err()
}

// parseLine reads a line of the file.
func parseLine(line string) Bookmark {
	f := append(strings.Split(line, "\t"), "", "", "")
	m := Bookmark{URL: f[0], Title: f[1], Edition: f[2]}
	m.Added, _ = time.Parse(timeFormat, f[3]) // the user may have edited the file
	return m
}

// appendLine appends the line of a bookmark.
func appendLine(b []byte, m Bookmark) []byte {
	edition := m.Edition
	if edition == "" {
		edition = earl.RFC3986.Name()
	}
	b = append(b, m.URL+"\t"+m.Title+"\t"+edition...)
	if !m.Added.IsZero() {
		b = m.Added.UTC().AppendFormat(append(b, '\t'), timeFormat)
	}
	return append(b, '\n')
}

// write replaces the bookmarks. Only the owner can read the file, since it shows what the
// user reads.
func (b *Bookmarks) write(list []Bookmark) error {
	if b.Path == "" {
		b.held = list
		return nil
	}
	if b.more {
		return fmt.Errorf("%s has more than %d bookmarks, so it is not changed; remove lines from it", b.Path, MaxBookmarks)
	}
	dir := filepath.Dir(b.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := outfile.Create(b.Path, outfile.Options{Mode: 0o600, Private: true})
	if err != nil {
		return err
	}
	defer f.Discard()
	w := bufio.NewWriter(f)
	for _, line := range b.other {
		w.WriteString(line + "\n")
	}
	for _, m := range list {
		w.Write(appendLine(nil, m))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Commit()
}
