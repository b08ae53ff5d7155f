//go:build !planonly

package article

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// charset returns the encoding for a label, or nil if it must be guessed.
// US-ASCII is guessed too, because old programs sent anything under it.
func charset(label string) encoding.Encoding {
	label = strings.ToLower(strings.TrimSpace(label))
	if label == "us-ascii" || label == "ascii" {
		return nil
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil
	}
	if name, err := htmlindex.Name(e); err != nil || name == "replacement" {
		return nil
	}
	return e
}
