package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// A caution is one thing to think of before a URL is opened or passed on.
type caution struct{ name, text string }

// cautions returns what is to be said of a URL that an edition read.
func cautions(u earl.URL) []caution {
	var list []caution
	if hint := wrapperHint(u.String()); hint != "" {
		list = append(list, caution{"url-prefix", hint + " (rfc1738 appendix)"})
	}
	if _, ok := u.Password(); ok {
		list = append(list, caution{"password", "the URL holds a password: whoever sees the URL has it, and most protocols send it in clear (rfc1738 6)"})
	}
	if user, ok := u.User(); ok && looksLikeHost(string(earl.Unescape(user))) {
		host, _ := u.Host()
		list = append(list, caution{"user-like-host", fmt.Sprintf("what stands before the \"@\" looks like a host, but is a user; the host is %s", orEmpty(host))})
	}
	s, _ := u.Edition().Scheme(u.Scheme())
	if port, ok := u.PortNumber(); ok && s.Port != 0 && s.Port != port {
		list = append(list, caution{"port", fmt.Sprintf("port %d is not the usual one of %s, which is %d: another service may live there (rfc1738 6)", port, s.Name, s.Port)})
	}
	return list
}

// looksLikeHost reports whether a person may take a user for a host: it has a
// dot between letters.
func looksLikeHost(user string) bool {
	before, after, ok := strings.Cut(user, ".")
	return ok && before != "" && after != "" && !strings.Contains(user, "@")
}

// refusalOf returns the refusal that opening u would meet before anything is
// looked up, nil if none.
func refusalOf(u earl.URL) *open.Refusal {
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	var refusal *open.Refusal
	errors.As(refused(context.Background(), client, u), &refusal)
	return refusal
}

// printCautions writes what is to be said of the URL.
func (x *explanation) printCautions(p *page) {
	if !x.main.valid {
		return
	}
	list := cautions(x.main.url)
	if len(list) == 0 {
		return
	}
	p.heading("Take care")
	for _, c := range list {
		p.item("!", 1, term.Red, c.text)
	}
}
