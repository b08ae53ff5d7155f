package office

import (
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// An attribute is an attribute of a tag.
type attribute struct{ name, value string }

// parseTag returns the name and the attributes of a tag, without its brackets.
// It skips invalid attributes.
func parseTag(tag string) (name string, all []attribute) {
	i := strings.IndexAny(tag, " \t\r\n")
	if i < 0 {
		return tag, nil
	}
	name, tag = tag[:i], tag[i:]
	for {
		tag = strings.TrimLeft(tag, " \t\r\n")
		i := strings.IndexByte(tag, '=')
		if i < 0 {
			return name, all
		}
		key := strings.TrimSpace(tag[:i])
		tag = strings.TrimLeft(tag[i+1:], " \t\r\n")
		if tag == "" || tag[0] != '"' && tag[0] != '\'' {
			return name, all
		}
		end := strings.IndexByte(tag[1:], tag[0])
		if end < 0 {
			return name, all
		}
		all = append(all, attribute{key, tag[1 : end+1]})
		tag = tag[end+2:]
	}
}

// links yields the links of a tag: the target of an external relationship
// (ECMA-376 part 2, 6.5.3.4), and the href of any element. A relative href is a
// link only in an element A of OpenDocument: all others refer to other parts of
// the same archive.
func (p *part) links(element string, all []attribute, at position) {
	external := false
	for _, a := range all {
		external = external || a.name == "TargetMode" && a.value == "External"
	}
	for _, a := range all {
		url := strings.TrimSpace(unescape(a.value))
		relative := !ascii.HasScheme(url)
		switch {
		case element == "Relationship" && a.name == "Target" && external:
		case local(a.name) == "href" && (!relative || element == "a" && !strings.HasPrefix(url, "#")):
		default:
			continue
		}
		if url == "" {
			continue
		}
		m := extract.Match{Text: a.value, URL: url, Kind: extract.Attribute, Confidence: extract.High, Relative: relative, Followed: true}
		if len(url) > p.maxLength() {
			p.emit(extract.Match{Kind: extract.Attribute}, at, extract.ErrTooLong)
		} else {
			p.emit(m, at, nil)
		}
		if p.stopped {
			return
		}
	}
}

// maxLength returns the length of the longest URL, in bytes.
func (p *part) maxLength() int {
	if p.o.MaxLength > 0 {
		return p.o.MaxLength
	}
	return extract.DefaultMaxLength
}
