package nntp

import (
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// The codes of replies that the opener handles. Source: rfc3977 3.2; rfc4643
// 2.2.
const (
	codeGroup    = 211
	codeGroups   = 215
	codeArticle  = 220
	codeHead     = 221
	codeStat     = 223
	codeOverview = 224
	codeLogin    = 480
)

// success has the code of success for each command.
var success = map[string]int{
	"LIST": codeGroups, "GROUP": codeGroup, "LISTGROUP": codeGroup, "ARTICLE": codeArticle,
	"HEAD": codeHead, "STAT": codeStat, "OVER": codeOverview, "XOVER": codeOverview,
}

// reply is the first line of a server's reply.
type reply = dialogue.Reply

// refusal returns the error of a reply. If kind is nil, the code decides the
// kind.
func (s *session) refusal(command string, r reply, kind error) *open.ReplyError {
	return s.Refusal(command, r, kind, meaning)
}

// meaning returns a hint for the user on a code, and the error that it means.
// Source: rfc3977 3.2.1; draft1993 News.
func meaning(code int) (hint string, kind error) {
	switch code {
	case 400:
		return "", open.ErrConnect
	case 411:
		return "not on this server: no server has every group", open.ErrNotFound
	case 420, 421, 422, 423, 430:
		return "not on this server: articles expire, and no server has them all", open.ErrNotFound
	case codeLogin, 481, 482, 502:
		return "", open.ErrLogin
	case 483:
		return "the server requires TLS first (nntp.Options.Security, or nntps)", open.ErrLogin
	}
	if code < 400 {
		return "", open.ErrProtocol
	}
	return "", open.ErrServer
}
