package nntp

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// articleType is the media type of an article. Source: rfc5536 2.
const articleType = "message/rfc822"

// article returns the document that follows the reply to ARTICLE.
// Source: rfc1738 3.7; rfc3977 6.2.1.
func (s *session) article(r reply) *open.Document {
	s.noteMessageID(r.Text)
	limit := dialogue.BlockLimit{Octets: s.opts.articleSize(), What: "an article", The: "the article", Setting: "nntp.Options.ArticleSize"}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: articleType, Note: s.notes}
	return &open.Document{Meta: meta, Body: wire.Part(s.NewBlock(limit, s.quit), s.Req.Offset, s.Req.End)}
}

// noteMessageID notes the news URL of the article in a reply if the URL has a
// number, which only this server understands. Source: SPEC B29.
func (s *session) noteMessageID(text string) {
	words := strings.Fields(text)
	if s.Req.URL.Scheme() == "news" || len(words) < 2 {
		return
	}
	if u := s.newsURL(words[1]); !u.IsZero() {
		s.note("%s is the same article on every server", u)
	}
}

// newsURL returns the URL of a message-id in angle brackets, or the zero URL.
func (s *session) newsURL(id string) earl.URL {
	id, before := strings.CutPrefix(id, "<")
	id, behind := strings.CutSuffix(id, ">")
	if !before || !behind || strings.ContainsAny(id, "\r\n\x00") {
		return earl.URL{}
	}
	return s.compose(views.News{MessageID: earl.Some(earl.Octets(id))})
}

// compose returns the URL of a view, or the zero URL.
func (s *session) compose(v earl.View) earl.URL {
	u, _ := dialogue.Compose(s.Req.URL.Edition(), v)
	return u
}
