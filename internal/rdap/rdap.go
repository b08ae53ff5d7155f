// Package rdap makes a readable form of an RDAP response, which is JSON: groups
// of fields, for a terminal and for a page.
//
//	object, err := rdap.Read(doc.Body)
//	err = object.WriteText(os.Stdout)
//
// It shows the members that rfc9083 defines, and the names of all others. It
// reads responses that are not quite right, because some servers send them: a
// member of an unexpected type is left out. All texts are those of the server,
// not yet safe for a terminal or a page.
//
// It follows rfc9083, and rfc7095 for contacts (jCard). It requests nothing, and
// does not know which server has an object (rfc9224).
package rdap

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
)

// MediaType is the type of RDAP responses. Source: rfc7480 4.2.
const MediaType = "application/rdap+json"

// Is reports whether a media type is that of RDAP responses, with any parameters.
func Is(mediaType string) bool {
	media, _, err := mime.ParseMediaType(mediaType)
	return (err == nil || errors.Is(err, mime.ErrInvalidMediaParameter)) && media == MediaType
}

const (
	// MaxSize is the number of bytes of the largest response that is read. One with hundreds of search
	// results has 1 MiB.
	MaxSize = 4 << 20
	// maxGroups is more objects than a user reads on one page.
	maxGroups = 500
	// maxDepth is deeper than contacts of contacts of an object.
	maxDepth = 6
)

// Object is a response: the object itself, then its contacts and other objects in it,
// then remarks and notices.
type Object struct {
	Groups []Group
	Cut    bool // there are more groups than are shown
}

// Group is an object or a text with its title.
type Group struct {
	Title  string
	Fields []Field
}

// Field is a line of a group.
type Field struct {
	Name  string // in lower case; "" continues the field before it, or is a line of a text
	Value string
	// Link is the URL that the value belongs to, as the server sent it but with its
	// password hidden, or "". It is not checked.
	Link string
}

// ErrFormat is the error of a response that is not a JSON object, or is too large.
var ErrFormat = errors.New("rdap: not a JSON object of a readable size")

// Read reads a response. The error is [ErrFormat] or that of r.
func Read(r io.Reader) (*Object, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("rdap: %w", err)
	}
	var m map[string]any
	if len(text) > MaxSize || json.Unmarshal(text, &m) != nil || m == nil {
		return nil, ErrFormat
	}
	o := new(reader)
	o.response(m)
	return &o.Object, nil
}

// WriteText writes the groups as lines of text. The error is that of w.
func (o *Object) WriteText(w io.Writer) error {
	var b strings.Builder
	for i, g := range o.Groups {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(oneLine(g.Title) + "\n")
		for _, f := range g.Fields {
			name := f.Name
			if name != "" {
				name += ":"
			}
			value := f.Value
			if f.Link != "" && f.Link != value {
				value = strings.TrimSpace(value + " <" + f.Link + ">")
			}
			b.WriteString(strings.TrimRight(fmt.Sprintf("  %-16s %s", oneLine(name), oneLine(value)), " ") + "\n")
		}
	}
	if o.Cut {
		b.WriteString("\nThe response has more, which is not shown here.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// oneLine returns text without line ends: the server cannot begin a line.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// text returns a member that is a string, or a number as in the JSON.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return strings.TrimSuffix(fmt.Sprintf("%.0f", v), ".0")
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return ""
}

// list returns the elements of a member that is an array; another value is its only
// element.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// object returns a member that is an object, or an empty one.
func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// texts returns the strings of a member that is an array.
func texts(v any) (all []string) {
	for _, e := range list(v) {
		if s := text(e); s != "" {
			all = append(all, s)
		}
	}
	return all
}
