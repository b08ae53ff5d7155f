package demo

import (
	"net"
	"time"
)

// nfsExhibit is the NFS server, its example and its stops on the tour.
var nfsExhibit = exhibit{
	scheme: "nfs",
	serve:  func(l *library, idle time.Duration) func(net.Conn) { return newNFSD(l, idle).handle },
	aside: func(l *library, idle time.Duration) func(net.Conn) {
		d := newNFSD(l, idle)
		d.mount = true
		return d.handle
	},
	example: Example{Title: "Files of an NFS server", Text: "The library once more, by the public file handle of WebNFS."},
	path:    "",
	holds:   "welcome.txt",
	stops: []stop{{
		why:  "A directory. The server looks up the whole path in one call.",
		path: "articles/",
		rows: []string{"a-dot-alone.txt", "the-empty-command.txt"},
	}, {
		why:   "A file, with its size and its time.",
		path:  "welcome.txt",
		holds: "Welcome to the library",
	}, {
		why:   "A symbolic link. The server sends its text, and the client opens the file that it points to.",
		path:  nfsLink,
		holds: "Welcome to the library",
	}, {
		why:   "A name with a slash is one name, in a URL and in the call.",
		path:  "a/b%2Fc/f",
		holds: "You took three steps",
	}},
}

// nfsLink is the name of the only symbolic link, in the root. It points to nfsTarget.
const nfsLink, nfsTarget = "first.txt", "welcome.txt"

// nfsFile is a file, a directory or a link with its number. The number is in its handle.
type nfsFile struct {
	*node           // of a link, that of its target
	id       uint32 // from 1, the root
	name     string // in its directory
	up       *nfsFile
	entries  []*nfsFile
	linkText string // "" if it is not a link
}

// newNFSFiles returns the files below a node, by their numbers less 1.
func newNFSFiles(root *node) (files []*nfsFile) {
	var add func(n *node, up *nfsFile) *nfsFile
	add = func(n *node, up *nfsFile) *nfsFile {
		f := &nfsFile{node: n, id: uint32(len(files) + 1), name: n.name, up: up}
		files = append(files, f)
		if up == nil {
			f.up = f
		}
		for _, c := range n.children {
			f.entries = append(f.entries, add(c, f))
		}
		return f
	}
	top := add(root, nil)
	if target := root.child(nfsTarget); target != nil {
		link := &nfsFile{node: target, id: uint32(len(files) + 1), name: nfsLink, up: top, linkText: nfsTarget}
		files, top.entries = append(files, link), append(top.entries, link)
	}
	return files
}

// child returns the entry of a directory with a name, or nil.
func (f *nfsFile) child(name string) *nfsFile {
	switch {
	case !f.dir:
		return nil
	case name == ".":
		return f
	case name == "..":
		return f.up
	}
	for _, e := range f.entries {
		if e.name == name {
			return e
		}
	}
	return nil
}

// size returns the number of bytes.
func (f *nfsFile) size() uint32 {
	switch {
	case f.linkText != "":
		return uint32(len(f.linkText))
	case f.dir:
		return 512
	}
	return uint32(len(f.data))
}

// kind returns the type of rfc1813 2.5 and rfc1094 2.3.2, and the mode.
func (f *nfsFile) kind() (kind, mode uint32) {
	switch {
	case f.linkText != "":
		return 5, 0o777
	case f.dir:
		return 2, 0o555
	}
	return 1, 0o444
}
