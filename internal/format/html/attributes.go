package html

// A form is how the value of an attribute contains URLs.
type form uint8

const (
	aside      form = iota // no URL, but data about another attribute, or a name that a fragment can refer to
	one                    // one URL
	followed               // one URL that leads the reader to another page: the HREF of A and AREA
	list                   // URLs separated by white space
	commas                 // URLs separated by commas and white space
	candidates             // a source set
	styles                 // CSS
	page                   // a document
	content                // of META: the other attributes determine it
	refresh                // the CONTENT of META REFRESH
	param                  // the VALUE of a PARAM, if VALUETYPE makes it a URL
)

// A meaning is what an attribute of some name contains.
type meaning struct {
	name     string
	form     form
	elements string // with a space before and after each; "" means any element
}

// known are the attributes that are read. If no elements are listed, the
// attribute is read in any element, so that URLs of future standards are found
// too. Source: HTML, attributes; HTML 4.01, index of attributes; SVG 2.
var known = names(
	meaning{"href", one, ""},
	meaning{"xlink:href", one, ""},
	meaning{"xml:base", aside, ""}, // the base, in XML
	meaning{"src", one, ""},
	meaning{"action", one, ""},
	meaning{"formaction", one, ""},
	meaning{"cite", one, ""},
	meaning{"longdesc", one, ""},
	meaning{"lowsrc", one, ""},
	meaning{"dynsrc", one, ""},
	meaning{"background", one, ""},
	meaning{"poster", one, ""},
	meaning{"manifest", one, ""},
	meaning{"usemap", one, ""},
	meaning{"classid", one, ""},
	meaning{"codebase", one, ""},
	meaning{"itemid", one, ""},
	meaning{"data", one, " object "},
	meaning{"itemtype", list, ""},
	meaning{"ping", list, ""},
	meaning{"profile", list, ""},
	meaning{"archive", list, " object applet "}, // separated by commas in APPLET
	meaning{"srcset", candidates, ""},
	meaning{"imagesrcset", candidates, ""},
	meaning{"srcdoc", page, " iframe "},
	meaning{"content", content, " meta "},
	meaning{"value", param, " param "},

	meaning{"style", styles, ""},
	meaning{"clip-path", styles, ""},
	meaning{"cursor", styles, ""},
	meaning{"fill", styles, ""},
	meaning{"filter", styles, ""},
	meaning{"marker-end", styles, ""},
	meaning{"marker-mid", styles, ""},
	meaning{"marker-start", styles, ""},
	meaning{"mask", styles, ""},
	meaning{"stroke", styles, ""},

	meaning{"id", aside, ""},
	meaning{"name", aside, " a map meta "},
	meaning{"rel", aside, " link "},
	meaning{"http-equiv", aside, " meta "},
	meaning{"property", aside, " meta "},
	meaning{"itemprop", aside, " meta "},
	meaning{"valuetype", aside, " param "},
)

// names returns the meanings by attribute name.
func names(all ...meaning) map[string]meaning {
	m := make(map[string]meaning, len(all))
	for _, a := range all {
		m[a.name] = a
	}
	return m
}

// isLink reports whether the CONTENT of a META with this NAME, PROPERTY or
// ITEMPROP is a URL. Source: Open Graph protocol; the documentation of the
// other programs.
func isLink(name string) bool {
	switch name {
	case "og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
		"og:audio", "og:audio:url", "og:audio:secure_url", "og:see_also",
		"twitter:url", "twitter:image", "twitter:image:src", "twitter:player", "twitter:player:stream",
		"msapplication-config", "msapplication-starturl", "msapplication-tileimage", "msapplication-square70x70logo",
		"msapplication-square150x150logo", "msapplication-square310x310logo", "msapplication-wide310x150logo",
		"url", "image", "logo", "thumbnailurl", "contenturl", "embedurl", "sameas", "mainentityofpage":
		return true
	}
	return false
}
