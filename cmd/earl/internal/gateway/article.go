package gateway

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// maxReferences is how many earlier articles of its thread an article links to. In a
// long thread they are the first and the last ones.
const maxReferences = 30

// articleBody is what the page of an article shows in addition to a message: links to
// related articles. The gateway opens none of them until the user follows it.
type articleBody struct {
	Groups     []linked
	Around     []linked // the articles before and after it, its parent, its thread
	References []linked // the articles that it replies to, oldest first
}

// articleAround returns the links of the article at t, whose header is h. The previous
// and next articles are those in the list that the user came from. If the gateway no
// longer keeps that list, they are those with the previous and the next number.
// Source: rfc1738 3.6, 3.7; rfc5536 3.1.4, 3.2.10; rfc5537 3.4.4.
func (g *Gateway) articleAround(r *http.Request, t target, h article.Header) (b articleBody) {
	scheme := t.url.Scheme()
	if t.secret || scheme != "news" && scheme != "nntp" && scheme != "nntps" {
		return b
	}
	b.Groups = g.linker.groupLinks(t.url, h.Get("Newsgroups"))
	b.Around = g.neighbours(t)
	ids := messageIDs(h.Get("References"))
	if len(ids) == 0 {
		ids = messageIDs(h.Get("In-Reply-To"))
	}
	b.References = g.linker.articleLinks(r, ids)
	if n := len(b.References); n > 0 {
		parent := b.References[n-1]
		parent.Title = "Parent"
		b.Around = append(b.Around, parent)
		if n > 1 {
			first := b.References[0]
			first.Title = "Start of the thread"
			b.Around = append(b.Around, first)
		}
	}
	if subject := plainSubject(article.Words(h.Get("Subject"))); subject != "" && len(b.Groups) > 0 {
		b.Around = append(b.Around, linked{Title: "Articles on this subject", Link: b.Groups[0].Link + "&filter=" + url.QueryEscape(subject)})
	}
	return b
}

// groupLinks returns links to the groups in a Newsgroups field, at the server of an
// article.
func (lk *linker) groupLinks(from earl.URL, field string) (all []linked) {
	for name := range strings.SplitSeq(field, ",") {
		if name = strings.TrimSpace(name); name == "" || len(all) == maxReferences {
			continue
		}
		l := linked{Title: sanitize.Line(name)}
		if u, ok := groupURL(from, name); ok && lk.leads(from, u) {
			l.Link = lk.link("/open", u)
		}
		all = append(all, l)
	}
	return all
}

// groupURL returns the URL of a group at the server of an article.
func groupURL(from earl.URL, name string) (earl.URL, bool) {
	if from.Scheme() == "news" {
		u, err := views.News{Group: earl.Some(earl.Octets(name))}.URL(earl.RFC3986)
		return u, err == nil
	}
	v, err := views.ParseNNTP(from)
	if err != nil {
		return earl.URL{}, false
	}
	v.Group, v.Number = earl.Octets(name), earl.Field{}
	u, err := v.URL(earl.RFC3986)
	return u, err == nil
}

// neighbours returns links to the articles before and after t.
func (g *Gateway) neighbours(t target) (all []linked) {
	if at, ok := g.visits.Around(t.url); ok {
		add := func(name string, e *open.Entry) {
			if e != nil && g.linker.leads(t.url, e.URL) {
				all = append(all, linked{Title: name + ":", URL: sanitize.Truncate(sanitize.Line(e.Name), maxShown), Link: g.linker.link("/open", e.URL)})
			}
		}
		add("Previous", at.Before)
		add("Next", at.After)
		link := "/open?" + g.linker.query(target{url: at.Visit.Target.URL, visit: at.Visit.ID})
		if skip := at.Index / listing.PageRows * listing.PageRows; skip > 0 {
			link += "&skip=" + strconv.Itoa(skip)
		}
		return append(all, linked{Title: "Back to the list", Link: link + "#n" + strconv.Itoa(at.Index)})
	}
	v, err := views.ParseNNTP(t.url)
	if err != nil || !v.Number.Present {
		return nil
	}
	n, err := strconv.ParseInt(string(v.Number.Value), 10, 64)
	if err != nil {
		return nil
	}
	for _, to := range [...]struct {
		name string
		n    int64
	}{{"Previous number", n - 1}, {"Next number", n + 1}} {
		v.Number = earl.Some(earl.Octets(strconv.FormatInt(to.n, 10)))
		if u, err := v.URL(earl.RFC3986); err == nil && to.n > 0 {
			all = append(all, linked{Title: to.name, Link: g.linker.link("/open", u)})
		}
	}
	return all
}

// articleLinks returns links to articles by their message-ids. It returns nil if no news
// server is configured, since a message-id does not contain a server.
func (lk *linker) articleLinks(r *http.Request, ids []string) (all []linked) {
	for _, id := range ids {
		u, err := views.News{MessageID: earl.Some(earl.Octets(id))}.URL(earl.RFC3986)
		if err != nil {
			continue
		}
		if len(all) == 0 {
			if plan, err := lk.client.Plan(r.Context(), &open.Request{URL: u}); err != nil || plan.Server == "" {
				return nil
			}
		}
		all = append(all, linked{Title: sanitize.Truncate(sanitize.Line(id), maxShown), Link: lk.link("/open", u)})
	}
	return all
}

// messageIDs returns the message-ids of a field without their angle brackets. If there
// are more than maxReferences, it returns the first one and the last ones.
func messageIDs(field string) (ids []string) {
	for field != "" {
		_, rest, _ := strings.Cut(field, "<")
		id, after, ok := strings.Cut(rest, ">")
		if !ok {
			break
		}
		if id = strings.TrimSpace(id); strings.Contains(id, "@") && !strings.ContainsAny(id, " \t\r\n<") {
			ids = append(ids, id)
		}
		field = after
	}
	if n := len(ids); n > maxReferences {
		ids = append(ids[:1], ids[n-maxReferences+1:]...)
	}
	return ids
}

// plainSubject returns a subject without "Re:", for the filter of a list.
func plainSubject(subject string) string {
	for {
		subject = strings.TrimSpace(subject)
		if len(subject) < 3 || !strings.EqualFold(subject[:3], "re:") {
			if len(subject) > maxShown { // the filter finds only whole words
				subject = strings.TrimSuffix(sanitize.Truncate(subject, maxShown), "…")
				subject = subject[:max(strings.LastIndexByte(subject, ' '), 0)]
			}
			return subject
		}
		subject = subject[3:]
	}
}
