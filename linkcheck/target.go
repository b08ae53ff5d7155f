package linkcheck

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
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

// target reads a link, and checks what needs no network. from is the URL of the object that
// contains it, or zero.
func (c *common) target(l Link, from earl.URL) target {
	t := target{typed: from.IsZero() && l.Place.File == "", text: l.URL, key: l.URL}
	if why := l.skip(); why != "" && !t.typed {
		t.key = why + " " + t.key // elsewhere the same text may be a whole URL
		t.verdict = &verdict{Skipped, why, ""}
		return t
	}
	u, v := c.absolute(l.rooted(c.o.Root))
	if v != nil {
		t.verdict = v
		return t
	}
	t.repair = c.repair(l, u)
	if !t.typed && c.o.Rewrite != nil {
		u = c.o.Rewrite(u)
	}
	if t.fragment, _ = u.Fragment(); matchesAny(c.o.SkipFragments, t.fragment) {
		t.fragment = ""
	}
	if c.o.NoFragments {
		t.fragment = page.TextPart(t.fragment)
	}
	t.url = normal(u)
	t.key = t.url.String()
	if t.typed {
		c.sites.add(t.url)
	}
	if v := partVerdict(l); v != nil && c.o.Depth != Parse {
		t.key = v.status.String() + " " + t.key // another message may have such a part
		t.verdict = v
		return t
	}
	t.verdict = c.precheck(&t, from)
	return t
}

// skip returns why a link of a document is not opened whatever the options say, or "".
func (l Link) skip() string {
	if l.Skip == "" && (extract.PlaceholderIn(l.Place.Text) || extract.PlaceholderIn(l.URL)) {
		return extract.Placeholder.Reason()
	}
	return l.Skip
}

// rooted returns l with its reference as [extract.Base.Rooted] returns it.
func (l Link) rooted(root earl.URL) Link {
	l.URL = l.Place.Base.Rooted(root, l.URL)
	return l
}

// absolute returns l with its URL made absolute, if it has one. A text that earl.Auto
// repairs is kept, so that its result can report the repair.
func (l Link) absolute(o *Options) Link {
	u, err := l.Place.Base.Resolve(o.Edition, l.rooted(o.Root).URL)
	if err == nil && (o.Edition != earl.Auto || u.Edition() != earl.WHATWG) {
		l.URL = u.String()
	}
	return l
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
func (c *common) absolute(l Link) (earl.URL, *verdict) {
	if u, ok := l.Place.Base.Part(c.o.Edition, l.URL); ok {
		return u, nil
	}
	ref, err := c.o.Edition.ParseReference(l.URL)
	u, ok := ref.URL()
	switch hint := guess.Git(l.URL); {
	case ok:
		return u, nil
	case hint != "":
		return earl.URL{}, &verdict{Invalid, hint, ""}
	case err != nil:
		return earl.URL{}, invalid(err)
	}
	switch {
	case c.o.Depth == Parse:
		return earl.URL{}, new(verdict)
	case l.Place.Base.From == extract.NoBase:
		return earl.URL{}, &verdict{Relative, "the reference is relative, and there is no base", "draft1996 8.4"}
	}
	text, from := l.URL, l.Place.Base
	if strings.HasPrefix(ref.String(), "//") && from.URL.Designates() == earl.LocalFile {
		text, from = "https:"+ref.String(), extract.Base{} // written for a page of a site
	}
	u, err = from.Resolve(c.o.Edition, text)
	if err != nil {
		return earl.URL{}, invalid(err)
	}
	return u, nil
}

// repair returns what earl.Auto repaired in the text of a link, or "".
func (c *common) repair(l Link, u earl.URL) string {
	if c.o.Edition != earl.Auto || u.Edition() != earl.WHATWG {
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
func (c *common) precheck(t *target, from earl.URL) *verdict {
	scheme := t.url.Scheme()
	switch {
	case isInert(scheme):
		return &verdict{Skipped, "the scheme " + scheme + " does not designate anything to open", ""}
	case !c.o.Client.Opens(scheme):
		var v *verdict
		v, t.mild = c.o.unopened(t.url)
		return v
	}
	if _, err := views.Parse(t.url); err != nil {
		var violation *earl.ParseError
		if errors.As(err, &violation) && !c.browserReads(t) {
			return invalid(err)
		}
	}
	switch {
	case c.o.Depth == Parse, !t.typed && t.url.Designates() == earl.Content:
		return new(verdict)
	case c.o.Offline && !t.url.Designates().IsLocal() && (c.o.Local == nil || !c.o.Local(t.url)):
		return &verdict{Skipped, "not opened offline", ""}
	case !from.IsZero() && !t.url.Designates().IsLinkedFrom(from.Designates()):
		t.key = from.Scheme() + " " + t.key // a local file may link to it too
		return &verdict{Refused, from.Redacted() + " links to a local file or a message", "draft1996 10"}
	case !t.typed && !c.o.wanted(t.url):
		return &verdict{Skipped, "excluded by a pattern", ""}
	case !t.typed && c.o.skipped(t.url) != "":
		return &verdict{Skipped, c.o.skipped(t.url), ""}
	case c.o.Depth == Resolve:
		_, err := c.o.Client.Prepare(context.Background(), &open.Request{URL: t.url, Policy: c.sites.policy(t.url)})
		v := c.o.verdictOf(err)
		return &v
	}
	return nil
}

// browserReads reports whether a browser reads the content of a link whose URL contains it, with
// base64 without padding for example. Only earl.Auto asks what browsers do.
func (c *common) browserReads(t *target) bool {
	if c.o.Edition != earl.Auto || t.typed || t.url.Designates() != earl.Content {
		return false
	}
	u, err := earl.WHATWG.Parse(t.url.String())
	if err == nil {
		_, err = views.Parse(u)
	}
	return err == nil
}

// wanted reports whether the patterns allow a URL to be opened.
func (o *Options) wanted(u earl.URL) bool {
	text := u.Redacted()
	return !matchesAny(o.Exclude, text) && (len(o.Include) == 0 || matchesAny(o.Include, text))
}

// matchesAny reports whether one of some patterns matches a text.
func matchesAny(patterns []*regexp.Regexp, text string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text) })
}

// skipped returns why the options skip a URL, or "".
func (o *Options) skipped(u earl.URL) string {
	if o.Skip == nil {
		return ""
	}
	return o.Skip(u)
}

// Target returns the URL that a check with these options opens for a link of a
// document, without its password, or the text of a link that has no URL. ok is
// false if the options leave the link out.
func (o Options) Target(l Link) (url string, ok bool) {
	o.Depth = Exists // references have no URL under Parse; this sends no request
	o = o.effective()
	c := newCommon(&o, nil)
	t := c.target(l, earl.URL{})
	if t.verdict != nil && t.verdict.status == Skipped {
		return "", false
	}
	if url = t.redacted(); t.fragment != "" {
		url += "#" + t.fragment
	}
	return url, true
}
