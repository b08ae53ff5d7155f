package nntp

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// groups returns the listing of all groups in the reply to LIST.
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

// list yields a group for each line, as the lines arrive.
func (s *session) list(yield func(open.Entry, error) bool) {
	policy := s.Req.Policy
	for n := 0; ; n++ {
		line, ok, err := s.Next(wire.Limit{Octets: policy.ReplyLine, Setting: "Policy.ReplyLine"})
		switch {
		case err != nil:
			err = s.Broken("LIST", err)
		case !ok:
			s.quit()
			return
		case n == policy.Entries:
			err = s.Prefixed(open.TooMany(policy))
		}
		if err != nil {
			s.Conn.Close()
			yield(open.Entry{}, err)
			return
		}
		e, ok := s.groupEntry(string(line))
		if !ok {
			err = s.Prefixed(s.Secrets.NotUnderstood(n+1, string(line), "it is not a group and two numbers (rfc3977 7.6.3)"))
		}
		if !yield(e, err) {
			s.Conn.Close()
			return
		}
	}
}

// groupEntry returns the entry of a line: group, highest and lowest number, status. ok is false for
// any other line. Source: rfc3977 7.6.3.
func (s *session) groupEntry(line string) (e open.Entry, ok bool) {
	words := strings.Fields(line)
	if len(words) < 3 || !isNumber(words[1]) || !isNumber(words[2]) || strings.ContainsRune(words[0], 0) {
		return e, false
	}
	e = open.Entry{Name: words[0], Meta: open.Meta{Kind: open.KindListing, Size: -1}}
	e.URL = s.compose(views.News{Group: earl.Some(earl.Octets(words[0]))})
	e.Group = &open.Newsgroup{Description: s.about[words[0]]}
	e.Group.High, _ = strconv.ParseInt(words[1], 10, 64) // 16 digits fit in int64
	e.Group.Low, _ = strconv.ParseInt(words[2], 10, 64)
	if len(words) > 3 {
		e.Note = s.status(words[3])
	}
	return e, true
}

// describe reads the descriptions of groups, if the server has them. It keeps at most
// Options.Overview bytes. Source: rfc3977 7.6.6.
func (s *session) describe(ctx context.Context, c command) error {
	r, err := s.ask(ctx, c.verb, c.arg...)
	if err != nil {
		return err
	}
	if r.Code != codeGroups {
		if kind := s.refusal(s.Named(c.verb, c.arg...), r, nil); errors.Is(kind, open.ErrConnect) || errors.Is(kind, open.ErrLogin) && r.Code != 502 {
			return kind // LIST would get the same reply
		}
		s.note("the server has no descriptions of groups")
		return nil
	}
	s.about = map[string]string{}
	policy := s.Req.Policy
	for n, cost := 0, 0; ; n++ {
		line, ok, err := s.Next(wire.Limit{Octets: policy.ReplyLine, Setting: "Policy.ReplyLine"})
		switch {
		case err != nil:
			return s.Broken("LIST NEWSGROUPS", err)
		case !ok:
			return nil
		case n/describedGroups == policy.Entries:
			return s.Prefixed(open.TooMany(policy))
		}
		name, about, _ := strings.Cut(strings.ReplaceAll(string(line), "\t", " "), " ")
		if about = strings.TrimSpace(about); about == "" {
			continue
		}
		if cost += len(name) + len(about) + descriptionCost; cost <= s.opts.Overview {
			s.about[name] = s.Secrets.Veil(article.Words(about))
		}
	}
}

// describedGroups limits the number of descriptions to a multiple of the number of groups: servers
// keep descriptions of removed groups.
const describedGroups = 4

// descriptionCost is the memory of a description in addition to its text.
const descriptionCost = 64

// status returns a note on the status of a group, unless anyone may post there.
// Source: rfc3977 7.6.3; rfc6048 3.1.
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
