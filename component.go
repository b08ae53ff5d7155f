package earl

// Component is a component of a URL, for [URL.Span].
type Component uint8

// The components, in the order in which they appear in a URL.
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

// Span returns the offset and the length in bytes of a component of u, without
// its delimiters, and whether u has the component. text[off:off+n] is the
// result of the method with the component's name.
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
