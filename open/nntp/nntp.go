// Package nntp opens news, nntp and nntps URLs according to RFC 1738 sections
// 3.6 and 3.7: a newsgroup, an article by its message-id or its number, or the
// list of all groups.
//
//	client := open.New(open.Options{}, nntp.Opener{Options: nntp.Options{Server: "news.example"}})
//	u, err := earl.RFC1738.Parse("news:comp.infosystems.www.misc")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A group is an *open.Listing of its articles, threaded by their References. An
// entry's Name is the subject, its Depth is the level in its thread, and a Note
// has the author. If a group has more articles than Policy.Entries, the newest
// are listed, and the listing ends in an [open.ErrCut]. "news:*" is an
// *open.Listing of the groups. An article is an *open.Document of type
// message/rfc822, with CR LF at the end of each line, as that type requires.
// Only what the protocol adds is removed: the dots and the line "." at the end.
// Package article shows such a document as text.
//
// A news URL contains no server: Options.Server is the user's own. If the
// server requests a login, the user is asked for one, for that server only.
// Before STARTTLS the opener requests the server's capabilities. Otherwise it
// tries each command and handles a refusal, which works with old servers too.
//
// It follows rfc3977, with rfc977 and rfc2980 for older servers, rfc4643
// (AUTHINFO USER), rfc4642 (STARTTLS) and rfc8143 (TLS from the first byte). It
// keeps no connection from one URL to the next, and never posts.
package nntp

import (
	"cmp"
	"context"
	"math"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Server is the user's own news server, for news URLs: "news.example",
	// "news.example:1119", "[2001:db8::1]", or a URL of scheme nntp or nntps with
	// nothing after its port. "" means no server. Source: rfc1738 3.6.
	Server string
	// Security decides whether connections are protected by TLS. Connections of
	// nntps always are.
	Security Security
	// ArticleSize is the maximum number of bytes in an article. A longer one ends
	// in [open.ErrCut]. 0 means DefaultArticleSize, a negative value means no
	// limit.
	ArticleSize int64
	// Descriptions adds the descriptions of groups to the list of all groups. They
	// are requested first, with one more command, which doubles the time. A server
	// without descriptions is not an error. Source: rfc3977 7.6.6.
	Descriptions bool
	// TLS has the settings of TLS. nil means that the certificate is checked
	// against the server's name and the system's authorities. It is not changed.
	// Its type is that of crypto/tls.
	TLS *secure.Config
	// Headers is the maximum number of bytes in the header of an article, and of a
	// line of an overview. 0 means [article.DefaultHeaders], a negative value
	// means no limit.
	Headers int
	// Overview is the maximum number of bytes in memory for the articles of a
	// newsgroup while they are threaded. Later articles are listed too, in threads
	// of their own. 0 means 3 MiB, a negative value means no limit.
	Overview int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultOverview has room for the threads of about six thousand articles. A
	// program that lists a large group then needs less than 32 MiB.
	defaultOverview = 3 << 20
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.Headers = limit.Of(o.Headers, article.DefaultHeaders)
	o.Overview = limit.Of(o.Overview, defaultOverview)
	return o
}

// DefaultArticleSize is far above what news servers accept: few accept 4 MiB.
// The protocol has no lengths, so an article could have no end.
const DefaultArticleSize = 64 << 20

// articleSize returns the effective limit of an article.
func (o Options) articleSize() int64 {
	if o.ArticleSize < 0 {
		return math.MaxInt64
	}
	return cmp.Or(o.ArticleSize, DefaultArticleSize)
}

// Security is the protection of a connection.
type Security string

// The values of Security.
const (
	SecurityNone Security = "" // no TLS
	// SecurityExplicit requests TLS on the usual port, before a login. If the
	// server refuses it, nothing more is sent. Source: rfc4642 2.2.
	SecurityExplicit Security = "explicit"
)

// Opener opens news, nntp and nntps URLs. The zero Opener is ready to use for
// URLs with a server. Several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "news", "nntp" and "nntps".
func (Opener) Schemes() []string { return []string{"news", "nntp", "nntps"} }

// Open requests the group, the article or the list of groups from the server.
// Errors: [ErrNoServer], [*ServerError], [open.ErrNotFound] for a missing or
// removed object, [open.ErrLogin], [open.ErrConnect], [open.ErrCut],
// [open.ErrProtocol], [open.ErrLineBreak], or an [*open.ReplyError] for another
// refusal by the server.
// Source: rfc1738 3.6, 3.7.
func (o Opener) Open(ctx context.Context, r *open.Call) (res open.Resource, err error) {
	err = o.with(ctx, r, func(s *session) error {
		res, err = s.open(ctx)
		return err
	})
	return res, err
}

// Probe reports whether the group or article exists, without retrieving it. The
// errors are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (m open.Meta, err error) {
	err = o.with(ctx, r, func(s *session) error {
		if m, err = s.probe(ctx); err == nil {
			s.quit()
		}
		return err
	})
	return m, err
}

// with connects to the server of the URL and calls do.
func (o Opener) with(ctx context.Context, r *open.Call, do func(*session) error) error {
	s, err := o.session(r)
	if err != nil {
		return err
	}
	if err = s.connect(ctx); err == nil {
		err = do(s)
	}
	if err != nil {
		s.fail(err)
	}
	return err
}

// session returns the session of a URL, which is not connected. With the error
// [ErrNoServer] only its server is missing.
func (o Opener) session(r *open.Call) (*session, error) {
	s := &session{opts: o.Options.effective()}
	s.Lines = dialogue.Lines{Protocol: "nntp", Secret: []string{authPass}, Req: r}
	var err error
	if s.commands, err = commands(r.URL); err != nil {
		return nil, err
	}
	if o.Descriptions && s.commands[0].verb == "LIST" {
		s.commands = append([]command{descriptions}, s.commands...)
	}
	s.server, err = o.server(r.URL)
	s.tls = s.server.scheme == "nntps"
	return s, err
}

// command is a line for the server: a verb, and an argument if it has one.
type command struct {
	verb string
	arg  []earl.Octets
}

// descriptions is the command for the descriptions of groups. Its reply is read before
// the next command. Source: rfc3977 7.6.6.
var descriptions = command{"LIST", []earl.Octets{"NEWSGROUPS"}}

// describes reports whether c is descriptions.
func (c command) describes() bool { return c.verb == "LIST" && len(c.arg) > 0 }

// commands returns the commands that open u, one or two: LIST for all groups,
// GROUP, or ARTICLE with the angle brackets that a URL leaves out. The error is a
// *earl.ParseError. Source: rfc1738 3.6, 3.7; rfc977 3.
func commands(u earl.URL) ([]command, error) {
	if u.Scheme() == "news" {
		v, err := views.ParseNews(u)
		switch {
		case err != nil:
			return nil, err
		case v.All:
			return []command{{verb: "LIST"}}, nil
		case v.Group.Present:
			return []command{{"GROUP", []earl.Octets{v.Group.Value}}}, nil
		}
		return []command{{"ARTICLE", []earl.Octets{"<" + v.MessageID.Value + ">"}}}, nil
	}
	v, err := views.ParseNNTP(u)
	if err != nil {
		return nil, err
	}
	all := []command{{"GROUP", []earl.Octets{v.Group}}}
	if v.Number.Present {
		all = append(all, command{"ARTICLE", []earl.Octets{v.Number.Value}})
	}
	return all, nil
}

// open sends the commands of the URL, and returns the resource in the last
// reply.
func (s *session) open(ctx context.Context) (open.Resource, error) {
	var r reply
	for _, c := range s.commands {
		var err error
		if c.describes() {
			err = s.describe(ctx, c)
		} else {
			r, err = s.must(ctx, c)
		}
		if err != nil {
			return nil, err
		}
	}
	switch r.Code {
	case codeGroups:
		return s.groups(), nil
	case codeGroup:
		return s.group(ctx, r)
	}
	return s.article(r), nil
}

// probe sends the commands of the URL, with STAT instead of ARTICLE. It sends
// nothing for the list of groups, which every server has.
func (s *session) probe(ctx context.Context) (open.Meta, error) {
	m := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	for _, c := range s.commands {
		switch c.verb {
		case "LIST":
			continue
		case "ARTICLE":
			c.verb = "STAT"
			m.Kind, m.Type = open.KindDocument, articleType
		}
		r, err := s.must(ctx, c)
		if err != nil {
			return open.Meta{}, err
		}
		if r.Code == codeStat {
			s.noteMessageID(r.Text)
		}
	}
	m.Note = s.notes
	return m, nil
}
