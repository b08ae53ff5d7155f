package main

import (
	"errors"
	"net/url"
	"os"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/open"
)

// target returns the URL of an argument, with its login from .netrc or the configuration.
func (g *getter) target(arg string) (earl.URL, error) {
	u, err := g.Read(arg)
	if err != nil {
		return u, g.notURL(arg, err)
	}
	if remark := explain.ReadAs(arg, u); remark != "" {
		if _, err := os.Stat(arg); err == nil && u.Designates() != earl.LocalFile {
			remark += "; to read the file, write ./" + arg
		}
		g.Remark("%s", remark)
	}
	if err := g.checkMail(u); err != nil {
		return u, err
	}
	return g.credentials.WithLogin(u)
}

// Read returns the URL of an argument, by the edition of -e. With earl.Auto the argument
// needs no scheme.
func (g *getter) Read(arg string) (earl.URL, error) {
	if g.edition != earl.Auto {
		return reading.ParseBase(g.edition, arg)
	}
	return guess.Parse(arg, g.guesses())
}

// guesses returns the options for texts without a scheme. It makes them once, because
// there may be thousands of arguments.
func (g *getter) guesses() guess.Options {
	g.guessing.Do(func() { g.guess = guess.ThisMachine(g.client.Opens) })
	return g.guess
}

// notURL returns the error of an argument that is not a URL. If no edition accepts it,
// notURL writes its violations to stderr.
func (g *getter) notURL(arg string, err error) error {
	var fault *earl.ParseError
	if errors.As(err, &fault) && fault.Readings != nil {
		return err
	}
	if _, err := os.Stat(arg); err == nil {
		g.Remark("to read the file, write ./%s", arg)
	}
	e := g.edition
	if e == earl.Auto {
		e = earl.RFC3986
	}
	r := reading.New(e)
	r.Reset(arg)
	if r.Read(); len(r.Violations) == 0 {
		return err
	}
	if !g.flags.silent || g.flags.showError {
		writeViolations(g.s, &r)
	}
	return exit(statusNo)
}

// Parse returns the URL of an argument with its login. It allows the jar to send the
// cookies of -b to the server of the URL.
func (g *getter) Parse(arg string) (earl.URL, error) {
	u, err := g.target(arg)
	if err != nil {
		return u, err
	}
	if address, err := open.HostPort(u); err == nil {
		g.servers.Store(address, nil)
		if g.jar != nil {
			g.jar.Allow(&url.URL{Scheme: u.Scheme(), Host: address})
		}
	}
	return u, nil
}
