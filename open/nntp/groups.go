package nntp

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/open/nntp/article"
)

// groups returns the listing of all groups, which follows the reply to LIST.
// Source: rfc1738 3.6; rfc3977 7.6.3.
func (s *session) groups() *open.Listing {
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1, Note: s.notes}
	begun := false
	entries := func(yield func(open.Entry, error) bool) {
		if !begun {
			begun = true
			s.list(yield)
		}
	}
	return &open.Listing{Meta: meta, Shape: open.ShapeGroups, Entries: entries, Close: s.Conn.Close}
}

// list yields a group for each line, as they come.
func (s *session) list(yield func(open.Entry, error) bool) {
	policy := s.Req.Policy
	for n := 0; ; n++ {
		line, ok, err := s.next(wire.Limit{Octets: policy.ReplyLine, Setting: "Policy.ReplyLine"})
		switch {
		case err != nil:
			err = s.Broken("LIST", err)
		case !ok:
			s.quit()
			return
		case n == policy.Entries:
			err = prefixed(open.TooMany(policy))
		}
		if err != nil {
			s.Conn.Close()
			yield(open.Entry{}, err)
			return
		}
		if !yield(s.groupEntry(string(line)), nil) {
			s.Conn.Close()
			return
		}
	}
}

// groupEntry makes the entry of a line: group, highest and lowest number, status.
// A line that is none is an item of information, whole. Source: rfc3977 7.6.3.
func (s *session) groupEntry(line string) open.Entry {
	words := strings.Fields(line)
	if len(words) < 3 || !isNumber(words[1]) || !isNumber(words[2]) || strings.ContainsRune(words[0], 0) {
		return open.Entry{Name: article.Words(line), Meta: open.Meta{Kind: open.KindInfo, Size: -1}}
	}
	e := open.Entry{Name: words[0], Meta: open.Meta{Kind: open.KindListing, Size: -1}}
	e.URL = s.compose(earl.News{Group: earl.Some(earl.Octets(words[0]))})
	if len(words) > 3 {
		e.Note = s.status(words[3])
	}
	return e
}

// status says what the status of a group means, if that is not that anybody may
// post there. Source: rfc3977 7.6.3; rfc6048 3.1.
func (s *session) status(word string) []string {
	switch {
	case word == "m":
		return []string{"moderated"}
	case word == "n", word == "j":
		return []string{"no local posting"}
	case word == "x":
		return []string{"closed"}
	case len(word) > 1 && word[0] == '=':
		return []string{"its articles are in " + s.Hide(word[1:])}
	}
	return nil
}
