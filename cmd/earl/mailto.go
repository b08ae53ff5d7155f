package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// checkMail returns an error for flags that are only for mailto URLs.
func (g *getter) checkMail(u earl.URL) error {
	switch {
	case u.Designates() == earl.Mailbox:
	case g.flags.compose:
		return usagef("--compose is for mailto URLs")
	case g.given("mailer"):
		return usagef("--mailer is for mailto URLs")
	}
	return nil
}

// address prints the address that a URL designates, writes a draft message to it, or
// opens it with a mail program. It sends nothing.
func (g *getter) address(ctx context.Context, t *transfer.Transfer, a *open.Address) error {
	switch flags := g.flags; {
	case flags.compose:
		return g.compose(ctx, t, a)
	case flags.mailer != "":
		return g.handOver(ctx, a)
	case flags.json:
		return g.printJSON(addressOf(a))
	}
	return g.print([]byte(addressText(a)))
}

// addressText returns the addresses, one per line, then an empty line and the headers
// that the URL suggests. The text is safe for a terminal.
func addressText(a *open.Address) string {
	var b strings.Builder
	for _, to := range a.To {
		b.WriteString(term.Safe(to) + "\n")
	}
	if len(a.To) > 0 && len(a.Headers) > 0 {
		b.WriteByte('\n')
	}
	for _, h := range a.Headers {
		value := strings.ReplaceAll(strings.ReplaceAll(h.Value, "\r\n", "\n"), "\n", "\n"+diagram.Indent)
		b.WriteString(term.Safe(h.Name) + ": " + term.SafeLines(value) + "\n")
	}
	return b.String()
}

// addressOf returns the JSON object of an address.
func addressOf(a *open.Address) jsonobject.MailAddress {
	object := jsonobject.MailAddress{Entry: entryOf(a.AddrSpec, &a.Meta), To: jsonobject.List(a.To), Headers: []jsonobject.Header{}}
	for _, h := range a.Headers {
		object.Headers = append(object.Headers, jsonobject.Header(h))
	}
	return object
}

// compose delivers a draft message like any other document.
func (g *getter) compose(ctx context.Context, t *transfer.Transfer, a *open.Address) error {
	draft, err := mailto.AppendDraft(nil, a)
	if err != nil {
		return g.noDraft(a, err)
	}
	meta := a.Meta
	meta.Kind, meta.Size, meta.Type = open.KindDocument, int64(len(draft)), "message/rfc822"
	return t.Document(ctx, &open.Document{Meta: meta, Body: io.NopCloser(bytes.NewReader(draft))})
}

// noDraft reports why there can be no message to an address.
func (g *getter) noDraft(a *open.Address, err error) error {
	g.complain("earl: %s: %s", a.URL.Redacted(), message(err))
	return exit(statusNo)
}

// handOver runs the program of --mailer without a shell, with the URL as its last
// argument. The URL is rewritten with only the safe headers.
func (g *getter) handOver(ctx context.Context, a *open.Address) error {
	link, err := mailto.Link(a)
	if err != nil {
		return g.noDraft(a, err)
	}
	words := strings.Fields(g.flags.mailer)
	program := exec.CommandContext(ctx, words[0], append(words[1:], link.String())...)
	program.Stdin, program.Stdout, program.Stderr = g.s.in, g.s.out, g.s.err
	err = program.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &ended):
		return localErr(fmt.Errorf("%s: %w", words[0], err))
	}
	return localErr(err)
}
