package treecopy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
)

// indexName returns the name of the file for a URL that ends in a slash.
func indexName(u earl.URL) string {
	if isCapsule(u) {
		return "index.gmi"
	}
	return "index.html"
}

// localPath returns a path with slashes in the form of this system.
func localPath(p string) string { return filepath.FromSlash(p) }

// lastName returns the last segment of a URL's path, decoded, with the query.
func lastName(u earl.URL) string {
	p := u.Path()
	name := string(earl.Unescape(p[strings.LastIndexByte(p, '/')+1:]))
	if name == "" {
		name = indexName(u)
	}
	if q, ok := u.Query(); ok {
		name += "?" + q
	}
	return name
}

// A namer gives each document of a site a unique path, even on systems that ignore
// case, and even if a file and a directory would have the same name.
type namer struct {
	taken map[string]node // by path in lower case
	dirs  int             // how many directories may still be created; a negative number is no limit
	made  int
}

// A node is a file or a directory.
type node struct {
	path  string // of a directory: the path of its URL
	dir   bool
	owner key // of a file: the URL
}

// know adds the paths of earlier copies. Those of other sites whose files exist no longer
// are free.
func (n *namer) know(m *manifest, start string, exists func(path string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for p, c := range m.files {
		if c.Start != start && !exists(p) {
			continue
		}
		owner := key{}
		if u, err := earl.WHATWG.Parse(c.URL); err == nil {
			owner = keyOf(u)
		}
		n.taken[fold(p)] = node{path: p, owner: owner}
		for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
			n.taken[fold(dir)] = node{path: dir, dir: true}
		}
	}
}

// fold returns a path in lower case, in which systems that ignore case compare paths.
func fold(p string) string { return strings.ToLower(strings.ToUpper(p)) }

// path returns the path for the file of u, a document of a copy that began at start. old
// is the path in an earlier copy, or "". The error is errLeftOut if there would be too
// many directories.
func (n *namer) path(start, u earl.URL, owner key, old string) (string, error) {
	if old != "" {
		return old, nil
	}
	rest, below := strings.CutPrefix(u.Path(), dirOf(start))
	var parts []string
	if !sameSite(start, u) || !below {
		rest = strings.TrimPrefix(u.Path(), "/")
		parts = append(parts, hostName(u))
	}
	segments := strings.Split(rest, "/")
	for _, s := range segments[:len(segments)-1] {
		parts = append(parts, string(earl.Unescape(s)))
	}
	dir := ""
	for _, s := range parts {
		var err error
		if dir, err = n.directory(dir, safeName(s)); err != nil {
			return "", err
		}
	}
	return n.file(dir, safeName(lastName(u)), owner), nil
}

// hostName returns the directory of a server: its host, and its port if it is not the
// default port.
func hostName(u earl.URL) string {
	if isDefaultPort(u) {
		return strings.ReplaceAll(hostOf(u), ":", "+")
	}
	return strings.ReplaceAll(addressOf(u), ":", "+")
}

// safeName returns a name that is valid for a file on this system.
func safeName(name string) string {
	local, err := savedir.Name(name, runtime.GOOS)
	if err == nil && len(local) < savedir.MaxName-8 {
		return local
	}
	sum := sha256.Sum256([]byte(name))
	if len(local) < 100 {
		local = strings.Map(func(r rune) rune {
			if r == '/' || r == '\\' || savedir.IsHidden(r) {
				return '_'
			}
			return r
		}, name)
	}
	return strings.Trim(local[:min(len(local), 100)], ".") + "~" + hex.EncodeToString(sum[:6])
}

// directory returns the path for a directory with a name in another directory.
func (n *namer) directory(in, name string) (string, error) {
	want := path.Join(in, name)
	for i := 1; ; i++ {
		p := numbered(want, i)
		switch at, ok := n.taken[fold(p)]; {
		case !ok:
			if reached(n.made, n.dirs) {
				return "", fmt.Errorf("%w: more than %d directories (--max-dirs)", errLeftOut, n.dirs)
			}
			n.made++
			n.taken[fold(p)] = node{path: want, dir: true}
			return p, nil
		case at.dir && at.path == want:
			return p, nil
		}
	}
}

// file returns the path for a file with a name in a directory.
func (n *namer) file(in, name string, owner key) string {
	for i := 1; ; i++ {
		p := numbered(path.Join(in, name), i)
		switch at, ok := n.taken[fold(p)]; {
		case !ok:
			n.taken[fold(p)] = node{path: p, owner: owner}
			return p
		case !at.dir && at.owner == owner:
			return p
		}
	}
}

// numbered returns a path with a number before its suffix. The first path has no number.
func numbered(p string, i int) string {
	if i == 1 {
		return p
	}
	ext := path.Ext(p)
	if strings.Contains(ext, "?") {
		ext = ""
	}
	return fmt.Sprintf("%s~%d%s", strings.TrimSuffix(p, ext), i, ext)
}
