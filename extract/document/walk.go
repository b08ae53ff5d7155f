package document

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is a document in a directory.
type File struct {
	Path string // begins with the root as it was passed to Walk
	Type Type   // from its directory, its name or its first bytes
}

// WalkOptions select the files that Walk finds. With the zero WalkOptions, Walk
// skips files that .gitignore and [IgnoreFile] list.
type WalkOptions struct {
	// Ignored also finds the files that .gitignore and [IgnoreFile] list.
	Ignored bool
	// NoHidden skips files and directories whose names begin with a dot.
	NoHidden bool
	// Skip reports whether a file or a directory is skipped. The path begins
	// with the root as it was passed to Walk. If Skip is nil, none is skipped.
	Skip func(path string, dir bool) bool
}

// IgnoreFile is the name of the files that list what only earl ignores. They
// are read like .gitignore and override it.
const IgnoreFile = ".earlignore"

// ErrBinary means that a file is not a document: one of its first 8000 bytes is
// zero, and it is not a page in UTF-16.
var ErrBinary = errors.New("document: a binary file")

// Walk finds the documents in a directory and its subdirectories, each
// directory in order of names. If root is a file, Walk yields only that file.
// For a pipe or a device it yields no Type, because reading the first bytes
// would consume them.
//
// Walk skips .git, files that .gitignore and [IgnoreFile] list (in a repository
// also those in directories above root), and everything that is neither a file
// nor a directory. It does not follow symbolic links. In a maildir it reads the
// messages in cur and new; those in tmp have not been delivered.
//
// An error comes with the Path of what could not be read, also of an ignore file,
// or is [ErrBinary].
// The sequence continues after it.
func Walk(root string, o WalkOptions) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		info, err := os.Stat(root)
		switch {
		case err != nil:
			yield(File{Path: root}, err)
		case info.IsDir():
			w := walker{o: o, yield: yield}
			if !o.Ignored {
				w.rules, w.way = rulesAbove(root)
				if !w.unread(w.rules...) {
					return
				}
			}
			w.dir(root, "")
		case !info.Mode().IsRegular():
			yield(File{Path: root}, nil)
		default:
			yield(fileAt(root, ""))
		}
	}
}

// A walker walks a directory.
type walker struct {
	o     WalkOptions
	yield func(File, error) bool
	rules []rules  // of the directories on the path, the nearest last
	way   []string // to the current directory
}

// dir finds the documents of a directory. If t is not "", all have this type.
// It reports whether to continue.
func (w *walker) dir(path string, t Type) bool {
	entries, err := os.ReadDir(path)
	if err != nil && !w.yield(File{Path: path}, err) {
		return false
	}
	if !w.o.Ignored {
		w.rules = append(w.rules, rulesOf(path, len(w.way)))
		if !w.unread(w.rules[len(w.rules)-1]) {
			return false
		}
		defer func() { w.rules = w.rules[:len(w.rules)-1] }()
	}
	w.way = append(w.way, "")
	defer func() { w.way = w.way[:len(w.way)-1] }()
	maildir := isMaildir(entries)
	for _, e := range entries {
		name, below := e.Name(), filepath.Join(path, e.Name())
		w.way[len(w.way)-1] = name
		switch {
		case name == ".git" || w.o.NoHidden && name[0] == '.' || ignored(w.rules, w.way, e.IsDir()):
		case w.o.Skip != nil && w.o.Skip(below, e.IsDir()):
		case e.IsDir() && maildir && name == "tmp":
		case e.IsDir() && maildir && slices.Contains(maildirs, name):
			if !w.dir(below, Mail) {
				return false
			}
		case e.IsDir():
			if !w.dir(below, "") {
				return false
			}
		case e.Type().IsRegular():
			if !w.yield(fileAt(below, t)) {
				return false
			}
		}
	}
	return true
}

// unread yields the ignore files that could not be read: what they list is searched. It
// reports whether to continue.
func (w *walker) unread(all ...rules) bool {
	for _, r := range all {
		for _, f := range r.failed {
			if !w.yield(File{Path: f.name}, f.err) {
				return false
			}
		}
	}
	return true
}

// maildirs are the directories of a maildir.
var maildirs = []string{"cur", "new", "tmp"}

// isMaildir reports whether a directory is a maildir.
func isMaildir(entries []fs.DirEntry) bool {
	n := 0
	for _, e := range entries {
		if e.IsDir() && slices.Contains(maildirs, e.Name()) {
			n++
		}
	}
	return n == len(maildirs)
}

// fileAt returns the File at a path. It has type t unless that is "".
func fileAt(path string, t Type) (File, error) {
	file := File{Path: path, Type: t}
	f, err := os.Open(path)
	if err != nil {
		return file, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err != nil {
		return file, err
	}
	packed, _ := sniffPacked(string(head), true)
	if isTar(head) {
		packed = Tar
	}
	if _, not := unsupported(packed); !not && packed != "" {
		file.Type = packed
		return file, nil
	}
	if byName, _ := packedByName(path); byName != "" && t == "" && packed == "" {
		return file, nil // without a Type: URLs reports that the content does not match the name
	}
	if t == "" {
		file.Type = Sniff(path, "", head)
	}
	if bytes.IndexByte(head, 0) >= 0 && (file.Type != HTML || !isWide(head)) {
		return file, ErrBinary
	}
	return file, nil
}

const (
	wideMark  = 4 // the length of the longest mark in bytes
	markUTF32 = "\x00\x00\xFE\xFF"
)

// hasWideMark reports whether a document has the mark of UTF-16 or UTF-32.
func hasWideMark(head string) bool {
	return isWide([]byte(head)) || strings.HasPrefix(head, markUTF32)
}

// isMarkStart reports whether head may be the start of a mark of UTF-16 or
// UTF-32.
func isMarkStart(head string) bool {
	return strings.HasPrefix("\xFE\xFF", head) || strings.HasPrefix("\xFF\xFE", head) || strings.HasPrefix(markUTF32, head)
}

// isWide reports whether a document has the mark of UTF-16, in which pages may
// be.
func isWide(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xFE\xFF")) || bytes.HasPrefix(head, []byte("\xFF\xFE"))
}
