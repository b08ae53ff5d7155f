package jsonobject

// Same is the result of comparing two URLs.
type Same struct {
	// Whether the URLs are equivalent.
	Same bool `json:"same"`
	// The level at which they become equal. null if they are not equivalent.
	Step *string `json:"step" enum:"level"`
	// The document and section of the level. null if they are not equivalent.
	Section *string `json:"section"`
}

// Scheme is a scheme that the edition knows.
type Scheme struct {
	// The name, in lower case.
	Scheme string `json:"scheme"`
	// The default port, as text. null if the scheme has no default port.
	Port *string `json:"port"`
	// Whether a URL can have a user and a password.
	Login bool `json:"login"`
	// Whether a URL needs a host to be opened.
	Host bool `json:"host"`
	// Whether documents can use relative references.
	Relative string `json:"relative" enum:"relative"`
	// What a URL identifies.
	Designates string `json:"designates" enum:"designates"`
	// Whether earl opens its URLs.
	Opened bool `json:"opened"`
	// What the scheme is, for people. Empty if earl knows only its registration.
	Note string `json:"note"`
	// The status of the scheme in the registry of IANA. null if it is not registered.
	Status *string `json:"status" enum:"registration"`
	// The documents that IANA's registry names, such as "RFC 2806, RFC 3966", or the URL of the
	// request for the registration. null without a registration or a reference.
	Reference *string `json:"reference"`
}
