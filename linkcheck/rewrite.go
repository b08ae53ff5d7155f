package linkcheck

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

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

// skipped returns why the options skip a URL, or "".
func (r *run) skipped(u earl.URL) string {
	if r.o.Skip == nil {
		return ""
	}
	return r.o.Skip(u)
}

// Target returns the URL that a check with these options opens for a link of a
// document, without its password, or the text of a link that has no URL. ok is
// false if the options leave the link out.
func (o Options) Target(l Link) (url string, ok bool) {
	o.Depth = Exists // references have no URL under Parse; this sends no request
	r := &run{o: o.effective()}
	t := r.target(l, nil)
	if t.verdict != nil && t.verdict.status == Skipped {
		return "", false
	}
	if url = t.redacted(); t.fragment != "" {
		url += "#" + t.fragment
	}
	return url, true
}
