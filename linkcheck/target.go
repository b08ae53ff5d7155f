package linkcheck

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/open"
)

// A target is a link: a URL to open, or a verdict on its text.
type target struct {
	key      string
	url      earl.URL // in its normal form, without its fragment; zero for none
	fragment string
	typed    bool
	text     string   // if there is no URL
	repair   string   // what a browser repairs in the text; "": nothing
	mild     bool     // the verdict is a warning, though its status is usually a fault
	verdict  *verdict // nil: it is to be opened
}

// redacted returns the name of a target in results.
func (t *target) redacted() string {
	if t.url.IsZero() {
		return earl.Redact(t.text)
	}
	return t.url.Redacted()
}

// Name returns the name of a URL in results and in the Store: its normal form without
// fragment and password. Equivalent URLs have the same name.
func Name(u earl.URL) string { return normal(u).Redacted() }

// normal returns the normal form of a URL, without its fragment.
func normal(u earl.URL) earl.URL { return u.WithoutFragment().Normalize(earl.LevelScheme) }

// target reads a link, and checks what needs no network.
func (r *run) target(l Link, from *entry) target {
	t := target{typed: from == nil && l.Place.File == "", text: l.URL, key: l.URL}
	if why := l.skip(); why != "" && !t.typed {
		t.key = why + " " + t.key // elsewhere the same text may be a whole URL
		t.verdict = &verdict{Skipped, why, ""}
		return t
	}
	u, v := r.absolute(l.rooted(r.o.Root))
	if v != nil {
		t.verdict = v
		return t
	}
	t.repair = r.repair(l, u)
	if !t.typed && r.o.Rewrite != nil {
		u = r.o.Rewrite(u)
	}
	if t.fragment, _ = u.Fragment(); matchesAny(r.o.SkipFragments, t.fragment) {
		t.fragment = ""
	}
	if r.o.NoFragments {
		t.fragment = textPart(t.fragment)
	}
	t.url = normal(u)
	t.key = t.url.String()
	if t.typed {
		r.sites.add(t.url)
	}
	if v := partVerdict(l); v != nil && r.o.Depth != Parse {
		t.key = v.status.String() + " " + t.key // another message may have such a part
		t.verdict = v
		return t
	}
	t.verdict = r.precheck(&t, from)
	return t
}

// partVerdict returns the verdict on a cid URL in a message that was read: whether the
// message has the part. It returns nil for any other link, and for a part that may be in
// what was not read of the message. Source: rfc2392 2.
func partVerdict(l Link) *verdict {
	id, ok := extract.ContentID(l.URL)
	if !ok || l.Place.Base.Message == nil {
		return nil
	}
	switch in, sure := l.Place.Base.Message.Find(id); {
	case in != nil:
		return new(verdict)
	case sure:
		return &verdict{NotFound, "the message has no part with this Content-ID", "rfc2392 2"}
	}
	return &verdict{Skipped, "the message has more parts than the check reads", ""}
}

// absolute returns the URL of a link, or the reason why it has none. In a local file
// "//host/path" means https: the file is a page of a site.
func (r *run) absolute(l Link) (earl.URL, *verdict) {
	if u, ok := l.Place.Base.Part(r.o.Edition, l.URL); ok {
		return u, nil
	}
	ref, err := r.o.Edition.ParseReference(l.URL)
	if err != nil {
		return earl.URL{}, invalid(err)
	}
	if u, ok := ref.URL(); ok {
		return u, nil
	}
	switch {
	case r.o.Depth == Parse:
		return earl.URL{}, new(verdict)
	case l.Place.Base.From == extract.NoBase:
		return earl.URL{}, &verdict{Relative, "the reference is relative, and there is no base", "draft1996 8.4"}
	}
	text, from := l.URL, l.Place.Base
	if strings.HasPrefix(ref.String(), "//") && from.URL.Designates() == earl.LocalFile {
		text, from = "https:"+ref.String(), extract.Base{} // written for a page of a site
	}
	u, err := from.Resolve(r.o.Edition, text)
	if err != nil {
		return earl.URL{}, invalid(err)
	}
	return u, nil
}

// repair returns what earl.Auto repaired in the text of a link, or "".
func (r *run) repair(l Link, u earl.URL) string {
	if r.o.Edition != earl.Auto || u.Edition() != earl.WHATWG {
		return ""
	}
	for range earl.WHATWG.CheckReference(l.URL) {
		return explain.ReadAs(l.URL, u)
	}
	return "" // the URL Standard, and so HTML and Markdown, allow letters of every script
}

// invalid returns the verdict on a text that is not a URL.
func invalid(err error) *verdict {
	v := verdictOf(err)
	if v.status != Refused {
		v.status = Invalid
	}
	return &v
}

// precheck checks a URL as far as possible without the network. It returns nil if the
// URL must be visited.
func (r *run) precheck(t *target, from *entry) *verdict {
	scheme := t.url.Scheme()
	switch {
	case inert()[scheme]:
		return &verdict{Skipped, "the scheme " + scheme + " does not designate anything to open", ""}
	case !r.o.Client.Opens(scheme):
		var v *verdict
		v, t.mild = r.unopened(t.url)
		return v
	}
	if _, err := earl.ParseView(t.url); err != nil {
		var violation *earl.ParseError
		if errors.As(err, &violation) && !r.browserReads(t) {
			return invalid(err)
		}
	}
	switch {
	case r.o.Depth == Parse, !t.typed && t.url.Designates() == earl.Content:
		return new(verdict)
	case r.o.Offline && !t.url.Designates().IsLocal() && (r.o.Local == nil || !r.o.Local(t.url)):
		return &verdict{Skipped, "not opened offline", ""}
	case from != nil && !t.url.Designates().IsLinkedFrom(from.url.Designates()):
		t.key = from.url.Scheme() + " " + t.key // a local file may link to it too
		return &verdict{Refused, from.url.Redacted() + " links to a local file or a message", "draft1996 10"}
	case !t.typed && !r.wanted(t.url):
		return &verdict{Skipped, "excluded by a pattern", ""}
	case !t.typed && r.skipped(t.url) != "":
		return &verdict{Skipped, r.skipped(t.url), ""}
	case r.o.Depth == Resolve:
		_, err := r.o.Client.Prepare(context.Background(), &open.Request{URL: t.url, Policy: r.policy(t.url)})
		v := r.verdictOf(err)
		return &v
	}
	return nil
}

// browserReads reports whether a browser reads the content of a link whose URL contains it, with
// base64 without padding for example. Only earl.Auto asks what browsers do.
func (r *run) browserReads(t *target) bool {
	if r.o.Edition != earl.Auto || t.typed || t.url.Designates() != earl.Content {
		return false
	}
	u, err := earl.WHATWG.Parse(t.url.String())
	if err == nil {
		_, err = earl.ParseView(u)
	}
	return err == nil
}

// wanted reports whether the patterns allow a URL to be opened.
func (r *run) wanted(u earl.URL) bool {
	text := u.Redacted()
	return !matchesAny(r.o.Exclude, text) && (len(r.o.Include) == 0 || matchesAny(r.o.Include, text))
}

// matchesAny reports whether one of some patterns matches a text.
func matchesAny(patterns []*regexp.Regexp, text string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text) })
}
