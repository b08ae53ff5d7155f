// Package dict opens dict URLs: it asks a dictionary server for the definitions
// of a word, for the words that match one, or for the list of its databases.
//
//	client := open.New(open.Options{}, dict.Opener{})
//	u, err := earl.RFC3986.Parse("dict://dict.example/d:locator")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// Definitions are an *open.Document of type text/plain. A line before each has
// the description and the name of its database. Matches are an *open.Listing,
// whose entries are the URLs of definitions, each named "word [database]". A URL without a path is a listing
// of the databases, and their entries are URLs without a word. Such a URL is an
// *open.Form that asks for one.
//
// The server receives a login only if the URL has a user, or if the server
// refuses a command without one. It never receives the secret, but a checksum
// of it.
//
// It follows rfc2229. It does not use the MIME option, the strategies and the
// information about a server or a database.
package dict

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// AnswerSize is the maximum number of bytes in the definitions of a word. A
	// longer answer ends in [open.ErrCut]. 0 means 16 MiB, a negative
	// value means no limit.
	AnswerSize int64
	// Line is the maximum number of bytes in a line of a definition. 0 means
	// 64 KiB, a negative value means no limit.
	Line int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultAnswerSize is far above the longest article of an encyclopedia. The
	// protocol has no lengths, so an answer could have no end.
	defaultAnswerSize = 16 << 20
	// defaultLine has room for a paragraph in one line. The standard allows 1024
	// characters, and dictd sends the lines of its files unchanged. Source:
	// rfc2229 2.4.3.
	defaultLine = 64 << 10
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.AnswerSize = limit.Of(o.AnswerSize, defaultAnswerSize)
	o.Line = limit.Of(o.Line, defaultLine)
	return o
}

// Opener opens dict URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "dict".
func (Opener) Schemes() []string { return []string{"dict"} }

// Open requests the definitions, the matches or the databases. Errors: a
// [*earl.ParseError]; [open.ErrNotFound] for a word without a definition or a
// match, and for an unknown database or strategy; [open.ErrLogin];
// [open.ErrConnect]; [open.ErrProtocol]; [open.ErrLineBreak];
// [errors.ErrUnsupported] for a command that is too long; [open.ErrCut], also
// from the body or the entries; or an [*open.ReplyError] for another refusal
// by the server.
// Source: rfc2229 3.2, 3.3, 3.5.1.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	s, err := o.session(r)
	if err != nil {
		return nil, err
	}
	if s.asksForWord() {
		return s.form(), nil
	}
	var res open.Resource
	if err = s.connect(ctx); err == nil {
		res, err = s.open(ctx)
	}
	if err != nil {
		s.fail(err)
		return nil, err
	}
	return res, nil
}

// Plan returns the lines that Open sends. Source: rfc2229 3.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(r)
	if err != nil {
		return open.Plan{}, err
	}
	if s.asksForWord() {
		return open.Plan{Effect: open.EffectAsks, Note: "It has no word, and you are asked for one first."}, nil
	}
	p := open.Plan{Effect: open.EffectSends, Server: s.address}
	auth := open.Step{Line: verbAuth + " " + earl.Hidden, Why: "the user and a checksum of the secret", Source: "rfc2229 3.11"}
	command := open.Step{Line: s.command.line(), Source: s.command.source()}
	p.Steps = append(p.Steps, open.Step{Line: s.Shown(verbClient, clientName), Source: "rfc2229 3.6"})
	if s.view.User.Present {
		if _, given := s.view.Password.Reveal(); !given {
			auth.Why += "; you are asked for the secret first"
		}
		p.Steps = append(p.Steps, auth, command)
	} else {
		auth.When, auth.Why = "if the server asks", "you are asked for the user and the secret first"
		p.Steps = append(p.Steps, command, auth)
		command.When = "again, after a login"
		p.Steps = append(p.Steps, command)
	}
	p.Steps = append(p.Steps, open.Step{Line: verbQuit, When: "when the session ends", Source: "rfc2229 3.9"})
	return p, nil
}

// The commands that the opener sends. Source: rfc2229 3.
const (
	verbClient = "CLIENT"
	verbAuth   = "AUTH"
	verbDefine = "DEFINE"
	verbMatch  = "MATCH"
	verbShow   = "SHOW"
	verbQuit   = "QUIT"
)

// clientName is the argument of CLIENT. Source: rfc2229 3.6.
const clientName = `"earl"`

// command is the command for a URL: a verb and its arguments.
type command struct {
	verb string
	arg  earl.Octets
}

// line returns the line of c without its line end.
func (c command) line() string { return c.verb + " " + string(c.arg) }

// source returns the section that defines c.
func (c command) source() string {
	switch c.verb {
	case verbDefine:
		return "rfc2229 3.2"
	case verbMatch:
		return "rfc2229 3.3"
	}
	return "rfc2229 3.5.1"
}

// maxCommand is how many characters a command line may have, with its line end.
// dictd does not answer a longer one. Source: rfc2229 2.3.
const maxCommand = 1024

// The names that a server knows for databases and strategies. Source: rfc2229
// 3.2, 3.3, 3.4.
const (
	firstDatabase   = "!" // the first database with a match
	everyDatabase   = "*"
	defaultStrategy = "."
)

// newCommand returns the command of the URL.
func (s *session) newCommand() (command, error) {
	v := s.view
	c := command{verbShow, "DB"}
	if v.Command.Present {
		c = command{verbDefine, token(orElse(v.Database, firstDatabase))}
		if v.Command.Value == "m" {
			c = command{verbMatch, c.arg + " " + token(orElse(v.Strategy, defaultStrategy))}
		}
		c.arg += " " + quoted(v.Word)
	}
	if n := utf8.RuneCountInString(c.line()) + len("\r\n"); n > maxCommand {
		return c, fmt.Errorf("dict: the command has %d characters, and a server accepts %d (rfc2229 2.3): %w", n, maxCommand, errors.ErrUnsupported)
	}
	_, err := dialogue.AppendCommand(nil, c.verb, c.arg)
	return c, s.Prefixed(err)
}

// orElse returns the value of a field, or another value if it has none.
func orElse(f earl.Field, other earl.Octets) earl.Octets {
	if f.Value == "" {
		return other
	}
	return f.Value
}

// session returns the session of a URL, which is not connected.
func (o Opener) session(r *open.Call) (*session, error) {
	s := &session{opts: o.Options.effective()}
	s.Lines = dialogue.Lines{Protocol: "dict", Secret: []string{verbAuth}, Req: r, In: true}
	var err error
	if s.view, err = views.ParseDict(r.URL); err != nil {
		return nil, err
	}
	if s.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	if secret, ok := s.view.Password.Reveal(); ok {
		s.Secrets = append(s.Secrets, string(secret))
	}
	if s.nth, err = nth(s.view.N); err != nil {
		return nil, err
	}
	s.command, err = s.newCommand()
	return s, err
}

// nth returns the number of the definition or match that is wanted, or 0 for
// all. Source: rfc2229 5.
func nth(n earl.Field) (int, error) {
	if n.Value == "" {
		return 0, nil
	}
	k, err := strconv.Atoi(string(n.Value))
	if err != nil || k == 0 {
		return 0, fmt.Errorf("dict: %w: definitions and matches are counted from 1, and the URL has %s", open.ErrNotFound, n.Value.Printable())
	}
	return k, nil
}

// asksForWord reports whether the URL has a command without a word.
func (s *session) asksForWord() bool { return s.view.Command.Present && s.view.Word == "" }

// errNoWord is the error of a form that was sent without a word.
var errNoWord = errors.New("dict: enter a word")

// form returns the form that asks for the word of a URL without one.
func (s *session) form() *open.Form {
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindForm, Size: -1}
	title := "Look up a word in the first database that has it"
	switch d := orElse(s.view.Database, firstDatabase); {
	case d == everyDatabase:
		title = "Look up a word in all databases"
	case d != firstDatabase:
		title = "Look up a word in " + d.Printable()
	}
	f := dialogue.SearchForm(meta, title, func(word earl.Octets) (earl.URL, error) {
		v := s.view
		if v.Word = word; strings.TrimSpace(string(word)) == "" {
			return earl.URL{}, errNoWord
		}
		return v.URL(s.Req.URL.Edition())
	})
	f.Fields[0].Prompt = "Word to look up"
	return f
}
