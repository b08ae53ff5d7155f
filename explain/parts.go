package explain

import (
	"fmt"

	"github.com/earl-url/earl"
)

// PartTexts returns how a part of the view of u is shown to people, one string for
// each line: "" is an empty value, and there is no string where there is nothing
// to show. The scheme is not shown: it is in the URL's text. An absent port is the
// scheme's default. The strings are printable US-ASCII.
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
	return []string{p.Printable()}
}
