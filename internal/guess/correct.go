package guess

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// Correct returns the URL that a user means by a text with a common mistake, and whether
// the text has one: a missing colon or slash ("gopher//host/", "ftp:/host/",
// "telnet:host", "finger:user@host"), an nntp URL without a server ("nntp:group"), a news
// URL with a server ("news://host/group"), a message-id in angle brackets
// ("news:<id@host>"), a file on another host, which old browsers fetched by ftp
// ("file://host.dom/x"), and the words of a gopher search after a "?", as in 1993
// ("gopher://host/7/search?words").
func Correct(text string) (earl.URL, bool) {
	for _, correction := range []func(string) (string, bool){message, newsServer, slashes, noHost, remoteFile, gopherSearch} {
		if corrected, ok := correction(text); ok {
			u, err := earl.RFC3986.Parse(corrected)
			return u, err == nil
		}
	}
	return earl.URL{}, false
}

// message removes the angle brackets of a message-id in a news URL. Source: rfc1738 3.6.
func message(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	id, open := strings.CutPrefix(rest, "<")
	id, closed := strings.CutSuffix(id, ">")
	return "news:" + id, ok && scheme == "news" && open && closed && strings.Contains(id, "@")
}

// newsServer returns the nntp URL for a newsgroup on a server, which some programs write
// as a news URL. A snews URL is the same over TLS. Without a server it is a news URL.
// Source: rfc1738 3.7; rfc5538 2, 5.2.
func newsServer(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	server, group, hasGroup := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
	onServer := strings.HasPrefix(rest, "//") && !strings.Contains(rest, "@") && hasGroup && server != "" && group != ""
	switch {
	case ok && scheme == "news":
		return "nntp://" + server + "/" + group, onServer
	case ok && scheme == "snews" && onServer:
		return "nntps://" + server + "/" + group, true
	case ok && scheme == "snews":
		return "news:" + rest, rest != "" && !strings.HasPrefix(rest, "//")
	}
	return "", false
}

// slashes returns a text that begins with "http//" or "http:/", or the same for another
// scheme with a host, with "://" instead. It returns no text with a user, since the URL
// could mislead people.
func slashes(text string) (string, bool) {
	end := strings.IndexAny(text, ":/")
	if end < 0 || strings.HasPrefix(text[end:], "://") || strings.Contains(text, "@") {
		return "", false
	}
	scheme, ok := earl.RFC3986.Scheme(strings.ToLower(text[:end]))
	rest := strings.TrimLeft(text[end:], ":/")
	if !ok || !scheme.Host || len(text)-end-len(rest) < 2 {
		return "", false
	}
	return scheme.Name + "://" + rest, true
}

// Colon returns the URL of a text such as "ftp.host.dom:/pub/x", the name of a file on a
// host as mail and rcp write it, and whether the text is one. A path that begins with
// "pub" means anonymous ftp, as a host does whose name begins with "ftp". Source:
// draft1993 Current practice.
func Colon(text string) (string, bool) {
	host, path, ok := strings.Cut(text, ":/")
	if !ok || strings.HasPrefix(path, "/") || !strings.Contains(host, ".") || !isHost(host) {
		return "", false
	}
	if rest, pub := strings.CutPrefix(path, "pub"); pub && (rest == "" || rest[0] == '/' || rest[0] == '.') {
		return "ftp://" + host + "/" + path, true
	}
	return Host(host + "/" + path)
}

// hostSchemes are the schemes that people write without "//" before a host ("telnet:host").
// What follows the colon of the others with a host can be another name, such as that of a
// group or a word.
var hostSchemes = []string{"ftp", "ftps", "gemini", "gopher", "gophers", "http", "https", "rlogin", "telnet", "tn3270"}

// noHost returns the news URL for an nntp URL without a server, and the URL with "//" for
// one that has only a host after its colon. A finger URL of the first drafts has the user
// before the host. Source: rfc1738 3.1, 3.6, 3.7.
func noHost(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	switch {
	case !ok || rest == "" || strings.HasPrefix(rest, "/"):
		return "", false
	case scheme == "nntp" && !strings.ContainsAny(rest, "@:/"):
		return "news:" + rest, true
	case scheme == "finger":
		user, server, ok := strings.Cut(rest, "@")
		return "finger://" + server + "/" + user, ok && user != "" && isServer(server)
	case slices.Contains(hostSchemes, scheme):
		server, _, _ := strings.Cut(rest, "/")
		return scheme + "://" + rest, strings.Contains(server, ".") && isServer(server)
	}
	return "", false
}

// isServer reports whether text looks like a host, and a port if it has one.
func isServer(text string) bool {
	host, port, hasPort := cutPort(text)
	return isHost(host) && (!hasPort || isPort(port))
}

// remoteFile returns the ftp URL for a file URL with a host, which is not a file of this
// machine. Browsers fetched such files by ftp in the nineties. Source: rfc1738 3.10.
func remoteFile(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	server, path, hasPath := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
	ok = ok && scheme == "file" && strings.HasPrefix(rest, "//") && hasPath && path != ""
	return "ftp://" + server + "/" + path, ok && strings.Contains(server, ".") && isServer(server)
}

// gopherSearch returns the URL of a gopher search whose words follow a "?". In later
// editions than draft1993 that is a part of the selector. Words are separated by "+", as in
// all searches of that time. Source: draft1993 GOPHER; rfc1738 3.4.3.
func gopherSearch(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	address, words, hasWords := strings.Cut(rest, "?")
	server, selector, hasSelector := strings.Cut(strings.TrimPrefix(address, "//"), "/")
	ok = ok && (scheme == "gopher" || scheme == "gophers") && strings.HasPrefix(rest, "//") && isServer(server)
	ok = ok && hasSelector && strings.HasPrefix(selector, "7") && hasWords && words != "" && !strings.ContainsAny(words, "#%?")
	return scheme + ":" + address + "%09" + strings.ReplaceAll(words, "+", "%20"), ok && !strings.Contains(selector, "%09")
}
