package earl

// Component names a component of a URL, for [URL.Span].
type Component uint8

// The components, in the order of the text.
const (
	ComponentScheme Component = iota
	ComponentUser
	ComponentPassword
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentParams
	ComponentQuery
	ComponentFragment
)

// Span returns where a component is in the text of u, its delimiters not
// counted, in octets, and whether it is there: what the method of its name
// returns is text[off:off+n].
func (u URL) Span(c Component) (off, n int, ok bool) {
	var text string
	switch c {
	case ComponentScheme:
		return 0, u.at(endScheme), u.at(endScheme) > 0
	case ComponentUser:
		text, ok = u.User()
		off = u.loginStart()
	case ComponentPassword:
		text, ok = u.Password()
		off = u.at(endUser) + 1
	case ComponentHost:
		if text, ok = u.Host(); ok {
			off = u.hostStart()
		}
	case ComponentPort:
		text, ok = u.Port()
		off = u.at(endHost) + 1
	case ComponentPath:
		text, ok = u.Path(), true
		off = u.at(endPort)
	case ComponentParams:
		text, ok = u.Params()
		off = u.at(endPath) + 1
	case ComponentQuery:
		text, ok = u.Query()
		off = u.at(endParams) + 1
	case ComponentFragment:
		text, ok = u.Fragment()
		off = u.at(endQuery) + 1
	}
	if !ok {
		return 0, 0, false
	}
	return off, len(text), true
}
