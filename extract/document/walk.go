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
	Path string // begins with the directory as it was named
	Type Type   // by its place, its name or its first octets
}

// WalkOptions say which files are found. The zero WalkOptions find what a person
// keeps there.
type WalkOptions struct {
	// Ignored finds what the files .gitignore and [IgnoreFile] name, too.
	Ignored bool
	// NoHidden leaves out files and directories whose names begin with a dot.
	NoHidden bool
	// Skip reports whether a file or a directory is left out. Its path begins with
	// the directory as it was named. nil: none is.
	Skip func(path string, dir bool) bool
}

// IgnoreFile is the name of the files that leave out files for earl only. They are
// read like .gitignore, after it, so that their patterns decide.
const IgnoreFile = ".earlignore"

// ErrBinary says that a file is no document: there is an octet zero in its first
// 8000, and it is no page in UTF-16.
var ErrBinary = errors.New("document: a binary file")

// Walk finds the documents in a directory and in all below it, each directory's
// in the order of their names; if root is a file, that one alone, without a Type if
// it is a pipe or a device, of which nobody reads the first octets twice. It leaves out
// .git, what the files .gitignore and [IgnoreFile] name, those above root too if it
// is in a repository, and whatever is neither a file nor a directory: links are not
// followed. In a maildir the messages are in cur and new, and what is in tmp has
// not been delivered.
//
// An error comes with the Path of what could not be read or is [ErrBinary], and is
// not the last.
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
			}
			w.dir(root, "")
		case !info.Mode().IsRegular():
			yield(File{Path: root}, nil)
		default:
			yield(fileAt(root, ""))
		}
	}
}

// A walker goes through a directory.
type walker struct {
	o     WalkOptions
	yield func(File, error) bool
	rules []rules  // of the directories on the way, the nearest last
	way   []string // to the directory that it is in
}

// dir finds the documents of a directory, all of one type if it has one. It
// reports whether more are wanted.
func (w *walker) dir(path string, t Type) bool {
	entries, err := os.ReadDir(path)
	if err != nil && !w.yield(File{Path: path}, err) {
		return false
	}
	if !w.o.Ignored {
		w.rules = append(w.rules, rulesOf(path, len(w.way)))
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

// fileAt looks at a file, which is of type t unless that is empty.
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
	wideMark  = 4 // bytes in the longest mark
	markUTF32 = "\x00\x00\xFE\xFF"
)

// hasWideMark reports whether a document has the mark of UTF-16 or UTF-32.
func hasWideMark(head string) bool {
	return isWide([]byte(head)) || strings.HasPrefix(head, markUTF32)
}

// isMarkStart reports whether a mark of UTF-16 or UTF-32 may begin with head.
func isMarkStart(head string) bool {
	return strings.HasPrefix("\xFE\xFF", head) || strings.HasPrefix("\xFF\xFE", head) || strings.HasPrefix(markUTF32, head)
}

// isWide reports whether a document has the mark of UTF-16, which pages may be in.
func isWide(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xFE\xFF")) || bytes.HasPrefix(head, []byte("\xFF\xFE"))
}
