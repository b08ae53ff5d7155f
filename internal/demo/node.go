package demo

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
)

// node is a file or a directory of the library. Nodes do not change after the
// library is built, so any number of goroutines may read them.
type node struct {
	name     string // bytes; may contain a slash, which no disk allows
	parent   *node  // the root is its own parent
	children []*node
	dir      bool
	data     string
	time     time.Time
	owner    string // the only user who may enter, or "" for everyone

	others    []*node // the same object in other formats or languages
	alternate bool    // it is an alternate of another node
}

// load returns the root of an embedded directory. It panics if the content is
// missing, which only a broken build can cause.
func load(dir string) *node {
	root := &node{dir: true}
	root.parent = root
	root.fill(dir)
	return root
}

// fill adds the entries of an embedded directory to n.
func (n *node) fill(dir string) {
	entries, err := fs.ReadDir(content, dir)
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		child := &node{name: e.Name(), dir: e.IsDir()}
		if name, ok := names[child.name]; ok {
			child.name = name
		}
		n.add(child)
		at := path.Join(dir, e.Name())
		if child.dir {
			child.fill(at)
			continue
		}
		data, err := fs.ReadFile(content, at)
		if err != nil {
			panic(err)
		}
		child.data = string(data)
	}
	n.sort()
}

// add makes c a child of n.
func (n *node) add(c *node) {
	c.parent = n
	n.children = append(n.children, c)
}

// sort puts the children in the order of their names.
func (n *node) sort() {
	slices.SortFunc(n.children, func(a, b *node) int { return strings.Compare(a.name, b.name) })
}

// walk calls visit for n and all below it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, c := range n.children {
		c.walk(visit)
	}
}

// child returns the child of exactly that name, or nil.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// at follows the segments from n and returns the node there, or nil. No segment
// is special: a node named ".." does not exist, so a path cannot leave the
// tree.
func (n *node) at(segments ...string) *node {
	for _, s := range segments {
		if n = n.child(s); n == nil {
			return nil
		}
	}
	return n
}

// find looks up a path. A slash may be a separator or part of a name: the whole
// path is tried as a name first. "." and an empty name stay in the directory;
// ".." goes up, and stays at the root. It returns nil if there is no such node,
// or if user must not enter.
func (n *node) find(name, user string) *node {
	if c := n.step(name, user); c != nil {
		return c
	}
	for i, joints := 0, 0; i < len(name) && joints < 2; i++ { // no name has more than one slash
		if name[i] != '/' {
			continue
		}
		joints++
		if via := n.step(name[:i], user); via != nil && via.dir {
			if c := via.find(name[i+1:], user); c != nil {
				return c
			}
		}
	}
	return nil
}

// step is find for a single name.
func (n *node) step(name, user string) *node {
	switch name {
	case "", ".":
		return n
	case "..":
		return n.parent
	}
	c := n.child(name)
	if c == nil || c.owner != "" && c.owner != user {
		return nil
	}
	return c
}

// path returns the absolute path below root, with a slash between the names.
func (n *node) path() string {
	if n.parent == n {
		return "/"
	}
	if p := n.parent.path(); p != "/" {
		return p + "/" + n.name
	}
	return "/" + n.name
}

// plain reports whether n is plain text. The file f has no suffix.
func (n *node) plain() bool { return !n.dir && (path.Ext(n.name) == ".txt" || path.Ext(n.name) == "") }

// isArticle reports whether n is a news article.
func (n *node) isArticle() bool { return !n.dir && path.Ext(n.name) == ".eml" }

// readable reports whether n is a text with lines.
func (n *node) readable() bool { return n.plain() || n.isArticle() }

// title returns one line about n: the first line of a text, or the subject of
// an article. Files in the directory names have only their name.
func (n *node) title() string {
	if t, ok := titles[n.name]; ok {
		return t
	}
	if n.isArticle() {
		return decoded(field(n.data, "Subject"))
	}
	if !n.plain() || n.parent.name == "names" {
		return n.name
	}
	line, _, _ := strings.Cut(n.data, "\n")
	return strings.TrimRight(line, "\r")
}

// escape returns the path from root as URL text: each name escaped on its own,
// so that a slash inside a name becomes %2F. A directory has a final slash.
func (n *node) escape() string {
	if n.parent == n {
		return "/"
	}
	b := earl.RFC1738.AppendEscape([]byte(n.parent.escape()), earl.Octets(n.name), "")
	if n.dir {
		b = append(b, '/')
	}
	return string(b)
}

// copyTo writes the tree below n into a directory, except names that no disk
// can have.
func (n *node) copyTo(dir string) error {
	for _, c := range n.children {
		if strings.ContainsAny(c.name, `/\`) {
			continue
		}
		at := filepath.Join(dir, c.name)
		var err error
		if c.dir {
			if err = os.Mkdir(at, 0o755); err == nil {
				err = c.copyTo(at)
			}
		} else {
			err = os.WriteFile(at, []byte(c.data), 0o644)
		}
		if err == nil {
			err = os.Chtimes(at, c.time, c.time)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
