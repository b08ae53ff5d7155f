package html

// A form is how the value of an attribute holds URLs.
type form uint8

const (
	aside      form = iota // it has none, but says something of another, or what a fragment can name
	one                    // it is one
	followed               // it is one that leads elsewhere: the HREF of A and AREA
	list                   // white space between them
	commas                 // commas between them, and white space
	candidates             // a source set
	styles                 // CSS
	page                   // a document
	content                // of META: what the other attributes say
	refresh                // the CONTENT of META REFRESH
	param                  // the VALUE of a PARAM: if VALUETYPE says so
)

// A meaning is what is known of an attribute's name.
type meaning struct {
	name     string
	form     form
	elements string // with a space before and behind each; "" means that any has it
}

// known are the attributes that are looked at. Where their elements are not named
// any will do, so that what no standard knows yet is found too.
// Source: HTML, attributes; HTML 4.01, index of attributes; SVG 2.
var known = names(
	meaning{"href", one, ""},
	meaning{"xlink:href", one, ""},
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
	meaning{"archive", list, " object applet "}, // commas in APPLET
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

// names returns what is known, by name.
func names(all ...meaning) map[string]meaning {
	m := make(map[string]meaning, len(all))
	for _, a := range all {
		m[a.name] = a
	}
	return m
}

// isLink reports whether the CONTENT of a META with this NAME, PROPERTY or ITEMPROP
// is a URL. Source: Open Graph protocol; the documents of those who read the others.
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
