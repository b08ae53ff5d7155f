// Package mail walks through the parts of a message of mail or news.
//
// Source: rfc2045; rfc2046 5.1.
package mail

import (
	"fmt"
	"io"
	"mime/multipart"
	"strings"

	"github.com/earl-url/earl/open/nntp/article"
)

const (
	// maxParts is how many parts a message may have: more than a user reads.
	maxParts = 200
	// maxNesting is how deep parts may be nested: deeper than in messages that were
	// forwarded many times.
	maxNesting = 16
)

// Walk calls f for each part that contains no other parts, with its number from 1. h is the
// header of the message and r reads its body. Walk returns the error of f, or an error if
// the message is broken or has more than 200 parts.
func Walk(h article.Header, r io.Reader, f func(n int, h article.Header, r io.Reader) error) error {
	n := 0
	var walk func(h article.Header, r io.Reader, depth int) error
	walk = func(h article.Header, r io.Reader, depth int) error {
		media, params := h.Type()
		if !strings.HasPrefix(media, "multipart/") || params["boundary"] == "" || depth == maxNesting {
			if n++; n > maxParts {
				return fmt.Errorf("more than %d parts", maxParts)
			}
			return f(n, h, r)
		}
		parts := multipart.NewReader(r, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			var own article.Header
			for _, name := range [...]string{"Content-Type", "Content-Transfer-Encoding", "Content-Disposition"} {
				if value := p.Header.Get(name); value != "" {
					own = append(own, article.Field{Name: name, Value: value})
				}
			}
			if err := walk(own, p, depth+1); err != nil {
				return err
			}
		}
	}
	return walk(h, r, 0)
}
