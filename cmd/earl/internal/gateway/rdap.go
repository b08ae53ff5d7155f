package gateway

import (
	"bytes"
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/rdap"
)

// rdapBody is an RDAP response on the page of a document.
type rdapBody struct {
	Groups []rdapGroup
	Cut    bool
}

// rdapGroup is an object, a remark or a notice.
type rdapGroup struct {
	Title  string
	Lines  []string // of a text
	Fields []rdapField
}

// rdapField is a field of an object.
type rdapField struct {
	Name, Value string
	Link        string // the link to the page of the value's URL, or ""
}

// object reads an RDAP response from the URL of t. If it cannot be read, body is nil, and
// rest has all of its bytes.
func (lk *linker) object(t target, r io.Reader) (body *rdapBody, rest io.Reader) {
	text, err := io.ReadAll(io.LimitReader(r, rdap.MaxSize+1))
	object, bad := rdap.Read(bytes.NewReader(text))
	if err != nil || bad != nil {
		return nil, io.MultiReader(bytes.NewReader(text), r)
	}
	body = &rdapBody{Cut: object.Cut}
	for _, from := range object.Groups {
		to := rdapGroup{Title: sanitize.Line(from.Title)}
		for _, f := range from.Fields {
			value := sanitize.Line(f.Value)
			if f.Name == "" && len(to.Fields) == 0 {
				to.Lines = append(to.Lines, value)
				continue
			}
			to.Fields = append(to.Fields, rdapField{sanitize.Line(f.Name), value, lk.objectLink(t, f.Link)})
		}
		body.Groups = append(body.Groups, to)
	}
	return body, nil
}

// objectLink returns the link to the page of a URL of the web in an object, or "".
func (lk *linker) objectLink(t target, text string) string {
	u, err := earl.RFC3986.Parse(text)
	if err != nil || u.Scheme() != "http" && u.Scheme() != "https" || !lk.leads(t.url, u) {
		return ""
	}
	return lk.link("/open", u.WithoutPassword())
}
