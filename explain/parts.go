package explain

import (
	"fmt"

	"github.com/earl-url/earl"
)

// PartTexts returns the text to show people for a part of the view of u, one
// string per line. An empty value is "", and a part that is not shown has no
// strings. The scheme is not shown, because it is in the URL's text. For an
// absent port the scheme's default is shown. The strings are printable
// US-ASCII.
func PartTexts(u earl.URL, p earl.Part) []string {
	port, hasPort := u.PortNumber()
	switch {
	case p.Name == "scheme":
		return nil
	case p.Name == "port" && p.Value == "" && hasPort:
		return []string{fmt.Sprintf("%d, the default", port)}
	case p.Kind == earl.PartList:
		var texts []string
		for _, o := range p.List {
			texts = append(texts, o.Printable())
		}
		return texts
	case p.Kind == earl.PartPairs:
		var texts []string
		for _, pair := range p.Pairs {
			texts = append(texts, pair.Name.Printable()+" = "+pair.Value.Printable())
		}
		return texts
	case !p.Present:
		return nil
	case p.Kind == earl.PartFlag:
		return []string{"yes"}
	}
	text := p.Printable()
	if len(text) > maxPart {
		text = fmt.Sprintf("%s... (%d bytes)", text[:maxPart], len(p.Value))
	}
	return []string{text}
}

// maxPart is how many characters of a part are shown: about 20 lines. Only the content of a data
// URL is usually longer.
const maxPart = 1500
