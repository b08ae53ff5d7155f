package unwrap

import "strings"

// matchesHost reports whether a host is the pattern; for ".example.com" a host
// below it; for "google.*" a host under the suffix of any country, also with
// "www."; and for a name in braces a host that the function says.
func matchesHost(pattern, host string) bool {
	switch {
	case pattern == "{ezproxy}":
		return isEZproxy(host)
	case pattern == "{archive}":
		return isArchive(host)
	case pattern[0] == '.':
		return strings.HasSuffix(host, pattern)
	}
	name, ok := strings.CutSuffix(pattern, "*")
	if !ok {
		return host == pattern
	}
	suffix, ok := strings.CutPrefix(strings.TrimPrefix(host, "www."), name)
	if !ok {
		return false
	}
	first, country, ok := strings.Cut(suffix, ".")
	return !ok && (first == "com" || isCountry(first)) || (first == "co" || first == "com") && isCountry(country)
}

// isCountry reports whether text can be the top-level domain of a country.
func isCountry(text string) bool { return len(text) == 2 && isLetters(text) }

// isLetters reports whether text has only letters in lower case.
func isLetters(text string) bool { return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == "" }

// commonTop has top-level domains that are no word in the name of a server.
const commonTop = " com org net edu gov int mil info biz "

// isSite reports whether a host is probably a site, not a part of the name of a
// server: its top-level domain is a common one, or that of a country after a name
// that is longer than a word.
func isSite(host string) bool {
	k := strings.LastIndexByte(host, '.')
	top := host[k+1:]
	return isHostName(host) && (strings.Contains(commonTop, " "+top+" ") || isCountry(top) && strings.Count(host, ".") > 1)
}

// isHostName reports whether text is the name of a host: labels with a dot, the
// last one of letters.
func isHostName(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	text = strings.ToLower(text)
	k := strings.LastIndexByte(text, '.')
	top := text[k+1:]
	return k > 0 && text[0] != '.' && !strings.Contains(text, "..") && (len(top) > 1 && isLetters(top) || strings.HasPrefix(top, "xn--"))
}

// isProxyLabel reports whether the label of a host is one that libraries give
// their EZproxy.
func isProxyLabel(label string) bool {
	return label == "libproxy" || label == "proxy" || label == "ezp" || strings.HasPrefix(label, "ezproxy") || strings.HasSuffix(label, "ezproxy")
}

// isEZproxy reports whether a host is probably an EZproxy of a library, whose URL
// ends with the target.
func isEZproxy(host string) bool {
	if strings.HasSuffix(host, ".idm.oclc.org") {
		return true
	}
	labels := strings.Split(host, ".")
	for _, label := range labels[:len(labels)-1] {
		if isProxyLabel(label) {
			return true
		}
	}
	return false
}

// isArchive reports whether a host is probably an archive of the web.
func isArchive(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if strings.Contains(label, "wayback") || label == "webarchive" || label == "web-archive" {
			return true
		}
	}
	return false
}

// read returns the target of a URL whose host has it.
func (r *row) read(w wrapped) (string, bool) {
	switch r.names {
	case "translate":
		return translated(w)
	case "ezproxy":
		return proxied(w)
	case "onion":
		return onion(w)
	}
	return "", false
}

// translated returns the target of a page of Google Translate. In the first label
// "-" is a dot and "--" a hyphen; "_x_tr_sch" is the scheme.
func translated(w wrapped) (string, bool) {
	label := strings.TrimSuffix(w.host, ".translate.goog")
	if scheme, ok := w.value("_x_tr_sch"); ok {
		w.scheme = scheme
	}
	_, encoded := w.value("_x_tr_enc")
	host := strings.NewReplacer("--", "-", "-", ".").Replace(label)
	if encoded || strings.Contains(label, ".") || !isHostName(host) {
		return "", false
	}
	query := w.without(func(name string) bool { return strings.HasPrefix(name, "_x_tr_") })
	return compose(w.scheme, host, w.path+query+w.fragment), true
}

// proxied returns the target of a page that an EZproxy shows: its host precedes
// the label of the proxy, or that of the library and ".idm.oclc.org". In one label,
// hyphens are the dots and the hyphens of the host, so only a host that can be
// read in one way is understood.
func proxied(w wrapped) (string, bool) {
	before, rest, ok := "", "", false
	if library, found := strings.CutSuffix(w.host, ".idm.oclc.org"); found {
		if k := strings.LastIndexByte(library, '.'); k > 0 {
			before, ok = library[:k], true
		}
	} else {
		labels := strings.Split(w.host, ".")
		for i := 1; i < len(labels)-2 && !ok; i++ {
			// Any program can have the name "proxy".
			if ok = isProxyLabel(labels[i]) && (labels[i] != "proxy" || strings.HasPrefix(w.host, "www")); ok {
				before, rest = strings.Join(labels[:i], "."), strings.Join(labels[i+1:], ".")
			}
		}
		ok = ok && isHostName(rest)
	}
	if strings.Contains(before, ".") {
		ok = ok && isSite(before)
	} else {
		before, ok = fromHyphens(before, ok)
	}
	if !ok {
		return "", false
	}
	return compose(w.scheme, before, w.path+w.tail()), true
}

// fromHyphens returns the host that a label with hyphens for dots means, if ok and
// if no hyphen can be one of the host: "example-com", "www-example-net", or
// "www-example-co-uk".
func fromHyphens(label string, ok bool) (string, bool) {
	host := strings.ReplaceAll(label, "-", ".")
	parts := strings.Split(host, ".")
	switch www := parts[0] == "www"; {
	case len(parts) == 2:
		ok = ok && isSite(host)
	case len(parts) == 4:
		ok = ok && www && strings.Contains(" co com ac org net gov edu ", " "+parts[2]+" ") && isCountry(parts[3])
	default:
		ok = ok && www && len(parts) == 3
	}
	return host, ok && isHostName(host)
}

// onion returns the target of a gateway to Tor's hidden services.
func onion(w wrapped) (string, bool) {
	labels := strings.Split(w.host, ".")
	if len(labels) < 3 {
		return "", false
	}
	name := labels[len(labels)-3]
	if len(name) != 16 && len(name) != 56 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		return "", false
	}
	return compose("http", strings.Join(labels[:len(labels)-2], ".")+".onion", w.path+w.tail()), true
}
