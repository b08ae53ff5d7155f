package nntp_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

// B10, B11, G11: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"inn-article", "inn-article-escaped", "inn-number", "inn-group", "inn-group-nntp", "inn-group-empty",
		"inn-groups", "sn-group", "heads-listgroup", "inn-login", "inn-login-article", "groups-described", "groups-described-login",
	} {
		t.Run(name, func(t *testing.T) {
			set := settingsOf(t, opentest.Transcript(t, "testdata/"+name+".txtar"))
			opentest.PlanIsWire(t, nntp.Opener{Options: set.opener}, opentest.PlanCase{
				Transcript: transcript.Text(t, name), Edition: edition, Options: set.Options, Payload: planned(),
			})
		})
	}
}

// planned returns a function that replaces the values that the server or the user decides by
// the text of a plan: the numbers of articles, and a login. A plan has HEAD once.
func planned() func(string) string {
	heads := 0
	over := regexp.MustCompile(`^(X?OVER) \d+-\d+`)
	return func(line string) string {
		if strings.HasPrefix(line, "HEAD ") {
			if heads++; heads > 1 {
				return ""
			}
			return "HEAD number\r\n"
		}
		for _, verb := range []string{"AUTHINFO USER", "AUTHINFO PASS"} {
			if strings.HasPrefix(line, verb+" ") {
				return verb + " " + earl.Hidden + "\r\n"
			}
		}
		return over.ReplaceAllString(line, "$1 first-last")
	}
}

// B10, G11: the plan for a URL, and its server.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		in, server string
		options    nntp.Options
		want       string // of the steps without a condition
	}{
		{"news:a.b", "", nntp.Options{}, "MODE READER|GROUP a.b"},
		{"news:*", "news.example:119", nntp.Options{Server: "news.example"}, "MODE READER|LIST"},
		{"news:*", "news.example:119", nntp.Options{Server: "news.example", Descriptions: true}, "MODE READER|LIST NEWSGROUPS|LIST"},
		{"news:a.b", "news.example:119", nntp.Options{Server: "news.example", Descriptions: true}, "MODE READER|GROUP a.b"},
		{"news:a%2Fb@c", "news.example:563", nntp.Options{Server: "nntps://news.example", Security: nntp.SecurityExplicit}, "MODE READER|ARTICLE <a/b@c>"},
		{"nntp://h/a.b/7", "h:119", nntp.Options{Security: nntp.SecurityExplicit}, "MODE READER|CAPABILITIES|STARTTLS|GROUP a.b|ARTICLE 7"},
		{"news:comp.lang.c++", "h:119", nntp.Options{Server: "h"}, "MODE READER|GROUP comp.lang.c++"},
		{"news:a%25b@c.d", "h:119", nntp.Options{Server: "h"}, "MODE READER|ARTICLE <a%b@c.d>"},
		{"nntp://h/alt.test/012", "h:119", nntp.Options{}, "MODE READER|GROUP alt.test|ARTICLE 012"},
		{"nntps://h:1/a.b", "h:1", nntp.Options{Security: nntp.SecurityExplicit}, "MODE READER|GROUP a.b"},
	} {
		p, err := nntp.Opener{Options: row.options}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		var lines []string
		for _, s := range p.Steps {
			if s.When == "" {
				lines = append(lines, s.Line)
			}
		}
		got := strings.Join(lines, "|")
		if err != nil || got != row.want || p.Server != row.server || p.Effect != open.EffectSends || (p.Note == "") != (row.server != "") {
			t.Errorf("Plan(%q) = %+v, %v, want %q to %q", row.in, p, err, row.want, row.server)
		}
	}
	for _, row := range []struct {
		in     string
		server string
		want   func(error) bool
	}{
		{"news:a.b", "ftp://h", func(err error) bool { return errors.As(err, new(*nntp.ServerError)) }},
		{"nntp://h/a%0D%0AQUIT", "", func(err error) bool { return errors.Is(err, open.ErrLineBreak) }},
	} {
		p, err := nntp.Opener{Options: nntp.Options{Server: row.server}}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		if !row.want(err) {
			t.Errorf("Plan(%q) = %+v, %v, want another error", row.in, p, err)
		}
	}
}
