package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxHead is how many bytes of a file a Kind gets to see.
const maxHead = 64 << 10

// A Kind is a kind of file. It is how Create and Check refuse to replace a file of
// another kind. An empty file is of every kind.
type Kind struct {
	Name string // with its article: "a cookie jar"
	// Is reports whether a file is of this kind, by its first bytes. It gets 64 KiB of
	// a longer file, and whole is false then.
	Is func(head []byte, whole bool) bool
}

// A KindError is the refusal to replace a file of another kind.
type KindError struct {
	Path string
	Kind string
}

// Error names the file and what to do.
func (e *KindError) Error() string {
	return fmt.Sprintf("%q exists and is not %s: it is not replaced; choose another name or remove it", e.Path, e.Kind)
}

// Check returns a *KindError if the file exists and is not of the kind, and any error of
// reading it, except that it does not exist. What is not a regular file is of every kind,
// and so is everything if k is nil.
func (k *Kind) Check(name string) error {
	if k == nil {
		return nil
	}
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 || isDescriptor(name, info) {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, maxHead+1))
	if err != nil {
		return err
	}
	whole := len(head) <= maxHead
	if !k.Is(head[:min(len(head), maxHead)], whole) {
		return &KindError{Path: name, Kind: k.Name}
	}
	return nil
}
