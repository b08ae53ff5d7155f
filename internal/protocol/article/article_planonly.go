//go:build planonly

package article

import (
	"io"

	"golang.org/x/text/encoding"
)

// A program that makes plans only reads no articles. The tables of charsets and mime/multipart,
// which imports crypto/rand, would make it larger.

// Charset returns nil: each charset is guessed.
func Charset(string) encoding.Encoding { return nil }

// fromJapanese returns false: no line is read as ISO-2022-JP.
func fromJapanese([]byte) ([]byte, bool) { return nil, false }

// multipart writes that the parts are not shown.
func (t *text) multipart(string, string, io.Reader, int) error { return t.remark("parts: not shown") }
