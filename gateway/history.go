package gateway

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

// maxHistory is how many pages of a sitting are remembered.
const maxHistory = 200

// visit is one page of the sitting.
type visit struct {
	Title string
	URL   earl.URL // without a password
	Time  time.Time
}

// history is the pages of a sitting, in memory alone.
type history struct {
	mu   sync.Mutex
	list []visit // the newest last
}

// add remembers a page, in place of an earlier visit to it.
func (h *history) add(title string, u earl.URL) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = slices.DeleteFunc(h.list, func(v visit) bool { return v.URL == u })
	if len(h.list) == maxHistory {
		h.list = slices.Delete(h.list, 0, 1)
	}
	h.list = append(h.list, visit{title, u, time.Now()})
}

// newest returns up to n visits, the newest first.
func (h *history) newest(n int) []visit {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.Clone(h.list[max(0, len(h.list)-n):])
	slices.Reverse(list)
	return list
}

// clear forgets every visit.
func (h *history) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = nil
}

// maxBookmarks bounds the file of bookmarks, which is read whole.
const maxBookmarks = 10_000

var (
	// errBookmarks is the error of one bookmark too many.
	errBookmarks = errors.New("there are as many bookmarks as the file may hold")
	// errLongBookmark is the error of one that no link leads to.
	errLongBookmark = errors.New("the URL is too long for a link")
)

// bookmark is a URL that the person keeps.
type bookmark struct {
	URL     string // without a password
	Title   string
	Edition string // that reads the URL; "" is rfc3986
}

// bookmarks are a file of lines "URL TAB title", with a TAB and the edition behind
// them where that is not rfc3986; or memory where there is no file.
type bookmarks struct {
	path string
	mu   sync.Mutex
	held []bookmark
}

// all returns the bookmarks, the newest first.
func (b *bookmarks) all() ([]bookmark, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.read()
	slices.Reverse(list)
	return list, err
}

// change adds a bookmark, or takes away the one of its URL if add is false.
func (b *bookmarks) change(m bookmark, add bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.read()
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o bookmark) bool { return o.URL == m.URL })
	if add {
		if len(list) >= maxBookmarks {
			return errBookmarks
		}
		if len(m.URL) > maxAddress {
			return errLongBookmark
		}
		m.Title = sanitize.Truncate(strings.Join(strings.Fields(m.Title), " "), maxTitle)
		list = append(list, m)
	}
	return b.write(list)
}

// has reports whether a URL is among the bookmarks.
func (b *bookmarks) has(u earl.URL) bool {
	list, _ := b.all()
	return slices.ContainsFunc(list, func(m bookmark) bool { return m.URL == u.String() })
}

// read returns the bookmarks, the oldest first.
func (b *bookmarks) read() ([]bookmark, error) {
	if b.path == "" {
		return slices.Clone(b.held), nil
	}
	f, err := os.Open(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []bookmark
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxHeader) // a line that change wrote is shorter
	for lines.Scan() && len(list) < maxBookmarks {
		address, rest, _ := strings.Cut(lines.Text(), "\t")
		if title, edition, _ := strings.Cut(rest, "\t"); address != "" {
			list = append(list, bookmark{address, title, edition})
		}
	}
	return list, lines.Err()
}

// write replaces the bookmarks. The file is its owner's alone: it says what a
// person reads.
func (b *bookmarks) write(list []bookmark) error {
	if b.path == "" {
		b.held = list
		return nil
	}
	dir := filepath.Dir(b.path)
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
	return os.Rename(f.Name(), b.path)
}
