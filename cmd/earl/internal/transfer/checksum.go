package transfer

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/console"
)

// digests are the functions of --checksum, with their names and sizes in bytes.
var digests = []struct {
	name string
	size int
	new  func() hash.Hash
}{
	{"md5", md5.Size, md5.New},
	{"sha1", sha1.Size, sha1.New},
	{"sha256", sha256.Size, sha256.New},
	{"sha512", sha512.Size, sha512.New},
}

// A Checksum is the expected checksum of an object, such as "sha256:" and 64 digits. The
// zero Checksum means no checksum. It is a flag value.
type Checksum struct {
	name string // "": no checksum
	sum  []byte
	new  func() hash.Hash
}

// String returns the name and the digits, or "".
func (c *Checksum) String() string {
	if c.name == "" {
		return ""
	}
	return c.name + ":" + hex.EncodeToString(c.sum)
}

// Type returns the form of the text, for help.
func (*Checksum) Type() string { return "NAME:HEX" }

// Set reads a text of the form NAME:HEX.
func (c *Checksum) Set(text string) error {
	name, digits, _ := strings.Cut(text, ":")
	name = strings.ReplaceAll(strings.ToLower(name), "-", "")
	var names []string
	for _, d := range digests {
		names = append(names, d.name)
		if d.name != name {
			continue
		}
		sum, err := hex.DecodeString(digits)
		if err != nil || len(sum) != d.size {
			return fmt.Errorf("%s must have %d hexadecimal digits", name, 2*d.size)
		}
		*c = Checksum{name, sum, d.new}
		return nil
	}
	return fmt.Errorf("must be NAME:HEX, and NAME one of %s", strings.Join(names, ", "))
}

// A ChecksumError is the error of an object with a wrong checksum.
type ChecksumError struct{ want, got *Checksum }

// Error returns both checksums in a message.
func (e *ChecksumError) Error() string {
	return fmt.Sprintf("the checksum is %s, not %s", e.got, e.want)
}

// compare returns an error if a sum is not the expected one.
func (c *Checksum) compare(h hash.Hash) error {
	if got := h.Sum(nil); !bytes.Equal(got, c.sum) {
		return &ChecksumError{c, &Checksum{c.name, got, c.new}}
	}
	return nil
}

// check compares the checksum of the bytes of a reader.
func (c *Checksum) check(r io.Reader) error {
	h := c.new()
	if _, err := io.Copy(h, r); err != nil {
		return console.Local(err)
	}
	return c.compare(h)
}

// summed is a body whose checksum is computed while it is read.
type summed struct {
	io.ReadCloser
	sum hash.Hash
}

// Read reads bytes and adds them to the checksum.
func (s *summed) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.sum.Write(p[:n])
	return n, err
}
