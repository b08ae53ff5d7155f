package treecopy

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
)

// convertAll changes the links of all pages: links to saved files become relative, and all
// others become absolute URLs.
func (c *crawler) convertAll(ctx context.Context) {
	for _, p := range c.pages {
		if ctx.Err() != nil {
			return
		}
		if err := c.convertPage(p); err != nil {
			c.copy.engine.Failed(ctx, p.path, console.Local(err))
		}
	}
}

// convertPage rewrites the links in the file of a page. All other bytes and the time of
// the file stay unchanged.
func (c *crawler) convertPage(p page) error {
	text, err := c.readPage(p.path)
	if err != nil || len(text) == maxPage {
		return err
	}
	changed := c.converted(p, text)
	if bytes.Equal(changed, text) {
		return nil
	}
	to := savedir.Place{In: c.copy.dir, Name: p.path, Within: true}
	temporary := to
	temporary.Name += savedir.Part
	f, err := temporary.Open(os.O_WRONLY|os.O_CREATE|os.O_TRUNC, false)
	if err != nil {
		return err
	}
	_, err = f.Write(changed)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = temporary.Rename(to)
	}
	if err != nil {
		temporary.Remove()
	}
	if err == nil && !p.meta.Time.IsZero() {
		err = to.SetTime(p.meta.Time)
	}
	if err != nil {
		return err
	}
	line := Line{
		Path: p.path, URL: plain(bare(p.url)), Start: plain(c.typed),
		Size: p.meta.Size, Time: p.meta.Time, Type: p.meta.Type, Local: int64(len(changed)),
	}
	if info, err := to.Stat(); err == nil {
		line.Mod = info.ModTime()
	}
	return c.copy.list.record(line)
}

// converted returns the text of a page with converted links.
func (c *crawler) converted(p page, text []byte) []byte {
	var b bytes.Buffer
	done := int64(0)
	for l := range links(p, text) {
		end := l.Offset + int64(len(l.Text))
		if l.Offset < done || end > int64(len(text)) || string(text[l.Offset:end]) != l.Text {
			continue // the link has an unknown form, or is inside another link
		}
		instead, ok := c.instead(p, l)
		if ok && l.Text == "" {
			instead, ok = inEmpty(l, text, instead)
		}
		if !ok {
			continue
		}
		b.Write(text[done:l.Offset])
		b.WriteString(instead)
		done = end
	}
	b.Write(text[done:])
	return b.Bytes()
}

// inEmpty returns the replacement of an empty link. For an attribute without a value, it
// includes the equals sign and quotes. It returns false if the link stays unchanged.
func inEmpty(l siteLink, text []byte, instead string) (string, bool) {
	if l.Offset == 0 || instead == "" || l.nested {
		return "", false
	}
	switch before := text[l.Offset-1]; {
	case before == '"' || before == '\'':
		return instead, true
	case isLetter(before) && l.element != "":
		return `="` + instead + `"`, true
	}
	return "", false
}

// instead returns the replacement of a link, or false if the link stays unchanged.
func (c *crawler) instead(p page, l siteLink) (string, bool) {
	if l.use == useBase {
		return "", true // a BASE; the converted links do not need it
	}
	if (l.URL == "" || strings.HasPrefix(l.URL, "#")) && l.Base.URL == p.url {
		return "", false
	}
	c.mu.Lock()
	local := c.seen[keyOf(bare(l.url))]
	c.mu.Unlock()
	fragment, _ := l.url.Fragment()
	if local != "" {
		to := relative(p.path, local)
		if fragment != "" {
			to += "#" + escapeLink(fragment, "%")
		}
		return to, true
	}
	if !l.Relative {
		return "", false
	}
	to := escapeLink(l.url.Redacted(), "%:/?#[]@!$&+;=,")
	if l.attribute != "" {
		to = html.EscapeString(to)
	}
	if l.nested {
		to = html.EscapeString(to)
	}
	return to, true
}

// relative returns a relative reference from one file to another.
func relative(from, to string) string {
	a, b := strings.Split(path.Dir(from), "/"), strings.Split(to, "/")
	if a[0] == "." {
		a = nil
	}
	for len(a) > 0 && len(b) > 1 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	var s strings.Builder
	for range a {
		s.WriteString("../")
	}
	for i, part := range b {
		if i > 0 {
			s.WriteByte('/')
		}
		s.WriteString(escapeLink(part, ""))
	}
	return s.String()
}

// escapeLink escapes all bytes of a text except letters, digits, "-._~" and the bytes of
// keep, so that it can be written in any attribute and in CSS.
func escapeLink(text, keep string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if isLetter(c) || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 || strings.IndexByte(keep, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
