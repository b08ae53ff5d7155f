package treecopy

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/earl-url/earl/open"
)

const (
	// maxManifestLine limits a line of the list in bytes. It is enough for a URL and a path.
	maxManifestLine = 64 << 10
	// maxManifest limits the lines of the list. It is several times the default limit of
	// files in one copy.
	maxManifest = 2_000_000
)

// A Line is a file in the list of copied files.
type Line struct {
	Path  string    `json:"path"`           // below the output directory, with slashes
	URL   string    `json:"url"`            // without a password
	Start string    `json:"start"`          // the URL that the user gave, without a password
	Size  int64     `json:"size"`           // of the object, from its listing, or -1
	Time  time.Time `json:"time,omitzero"`  // of the object
	Type  string    `json:"type,omitempty"` // media type
	Local int64     `json:"local"`          // bytes of the file, or -1 while it is written
	Mod   time.Time `json:"mod,omitzero"`   // of the file after it was written
	Gone  bool      `json:"gone,omitempty"` // the file was deleted
}

// A manifest is the list of the files that copies saved in an output directory. A later
// copy overwrites only these files, and --delete removes only these files. The list is in
// the user's state directory, so that no server can send a list and no copy contains one.
// A manifest is safe for concurrent use.
type manifest struct {
	name string // the file of the list, or "" without a list

	mu    sync.Mutex
	files map[string]*Line  // of earlier copies, by path
	paths map[string]string // of earlier copies, by URL
	saved map[key]key       // the URL of each path that this copy saved; digests, because a server chooses the lengths
	seen  map[key]struct{}  // the paths that this copy found or skipped
	below []string          // directories that this copy skipped
	gone  map[key]struct{}  // the paths whose URLs the server no longer has
	vague []unsure          // listings that may lack entries
	out   *os.File          // nil if nothing is recorded yet
	lost  error             // why the list cannot be written
}

// load reads the list of an output directory from the directory of lists. If there is no
// such list, it is empty.
func (m *manifest) load(lists, dir string) error {
	m.files, m.paths = map[string]*Line{}, map[string]string{}
	m.saved, m.seen, m.gone = map[key]key{}, map[key]struct{}{}, map[key]struct{}{}
	if lists == "" {
		return nil
	}
	whole, err := filepath.Abs(cmp.Or(dir, "."))
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(whole))
	m.name = filepath.Join(lists, hex.EncodeToString(sum[:16])+".jsonl")
	f, err := os.Open(m.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil && mayPass(err) {
		return err
	}
	if err != nil {
		m.name, m.lost = "", err
		return nil
	}
	defer f.Close()
	if err := m.read(f); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	return nil
}

// read reads the lines of a list. It skips an incomplete last line, which a copy was
// writing when it was interrupted.
func (m *manifest) read(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxManifestLine)
	var bad error
	for n := 1; in.Scan(); n++ {
		if bad != nil {
			return bad
		}
		var c Line
		if err := json.Unmarshal(in.Bytes(), &c); err != nil || !filepath.IsLocal(filepath.FromSlash(c.Path)) {
			bad = fmt.Errorf("line %d is not valid in a list of copied files; remove the file to start a new list", n)
			continue
		}
		if n > maxManifest {
			return fmt.Errorf("more than %d lines; remove the file to start a new list", maxManifest)
		}
		if c.Gone {
			delete(m.files, c.Path)
			continue
		}
		m.files[c.Path], m.paths[c.URL] = &c, c.Path
	}
	return in.Err()
}

// find returns the line of a path if it is for this URL, or nil if no earlier copy saved
// the file. It records that this copy found the file.
func (m *manifest) find(path, url string) *Line {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[digest(path)] = struct{}{}
	if saved, again := m.saved[digest(path)]; again && saved == digest(url) {
		return &Line{Path: path, URL: url, Size: -1, Local: -1}
	}
	if c := m.files[path]; c != nil && c.URL == url {
		return c
	}
	return nil
}

// isOther reports whether an earlier copy of start saved another URL to a path.
func (m *manifest) isOther(path, url, start string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.files[path]
	return c != nil && c.URL != url && c.Start == start
}

// pathOf returns the path of the file of a URL, or "".
func (m *manifest) pathOf(url string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.paths[url]
}

// record adds a saved file to the list. It writes the line at once, so that the file is in
// the list even if the copy is interrupted.
func (m *manifest) record(c Line) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !c.Gone {
		m.saved[digest(c.Path)], m.seen[digest(c.Path)] = digest(c.URL), struct{}{}
	}
	if m.name == "" {
		return nil
	}
	if m.out == nil {
		err := os.MkdirAll(filepath.Dir(m.name), 0o700)
		if err == nil {
			m.out, err = os.OpenFile(m.name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
		}
		if err == nil {
			err = endLine(m.out)
		}
		if err != nil && mayPass(err) {
			if m.out != nil {
				m.out.Close()
				m.out = nil
			}
			return err
		}
		if err != nil {
			m.name, m.lost = "", err // the copy continues without a list
			return nil
		}
	}
	if n, err := m.out.Write(append(line, '\n')); err != nil {
		if info, e := m.out.Stat(); e == nil && n > 0 {
			m.out.Truncate(info.Size() - int64(n)) // a later line must not follow half a line
		}
		return err
	}
	return nil
}

// mayPass reports whether an error of a list can be gone in the next run. A copy without a
// list would save files that the next run does not know as its own.
func mayPass(err error) bool {
	for _, e := range [...]error{fs.ErrExist, syscall.EIO, syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.EINTR} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// endLine removes an incomplete last line, which a copy was writing when it was
// interrupted. A line after it would make both unreadable.
func endLine(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end := make([]byte, min(info.Size(), maxManifestLine))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil {
		return err
	}
	if half := len(end) - 1 - bytes.LastIndexByte(end, '\n'); half > 0 {
		return f.Truncate(info.Size() - int64(half))
	}
	return nil
}

// leaveOut records that this copy skips a file or, with dir, a directory. Whether the
// server still has it is not known.
func (m *manifest) leaveOut(path string, dir bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[digest(path)] = struct{}{}
	if dir {
		m.below = append(m.below, path+"/")
	}
}

// An unsure is a listing that may lack entries. Files of earlier copies below it may still
// be on the server.
type unsure struct {
	start string // the URL of the user, as in the list
	dir   string // where its files are saved, "" for all of the start
	url   string // of the listing, for messages
	why   string
	kept  int // files that are kept because of it
}

// has reports whether the copied file of a path is below the listing.
func (u *unsure) has(c *Line) bool {
	return c.Start == u.start && (u.dir == "" || strings.HasPrefix(c.Path, u.dir+"/"))
}

// isUnsure records a listing that may lack entries.
func (m *manifest) isUnsure(u unsure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.vague = append(m.vague, u)
}

// keep counts a file for the first listing above it that may lack entries. It returns
// false if there is no such listing.
func (m *manifest) keep(c *Line) bool {
	i := slices.IndexFunc(m.vague, func(u unsure) bool { return u.has(c) })
	if i >= 0 {
		m.vague[i].kept++
	}
	return i >= 0
}

// isGone records that the server no longer has the file of a URL.
func (m *manifest) isGone(url string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.paths[url]; ok {
		m.gone[digest(p)] = struct{}{}
	}
}

// Edited reports whether a file differs from what the copy wrote. Lists of older versions
// contain only the size.
func (c *Line) Edited(info fs.FileInfo) bool {
	if c.Local < 0 {
		return false
	}
	return info.Size() != c.Local || !c.Mod.IsZero() && info.ModTime().Sub(c.Mod).Abs() >= time.Second
}

// ErrEdited is the error of a copied file that the user changed.
var ErrEdited = fmt.Errorf("%w: you changed the file after the last copy; --force overwrites it", open.ErrUnchanged)

// stale returns the sorted paths of files that earlier copies of some URLs saved and this
// copy did not find. Files below a listing that may lack entries are only counted, and if
// this copy was partial, all files that it did not request.
func (m *manifest) stale(starts []string, partial bool) (list []string, kept int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for p, c := range m.files {
		at := digest(p)
		_, saved := m.saved[at]
		_, found := m.seen[at]
		_, gone := m.gone[at]
		below := func(dir string) bool { return strings.HasPrefix(p, dir) }
		switch {
		case saved, !slices.Contains(starts, c.Start), !gone && (found || slices.ContainsFunc(m.below, below)):
		case !gone && m.keep(c):
		case partial && !gone:
			kept++
		default:
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list, kept
}

// close closes the file of the list.
func (m *manifest) close() error {
	if m.out == nil {
		return nil
	}
	return m.out.Close()
}

// An unsureError is the error of a listing that may lack entries.
type unsureError struct{ text string }

func (e *unsureError) Error() string { return e.text }
func (e *unsureError) Unwrap() error { return open.ErrProtocol }
