package guess

import (
	"strings"

	"github.com/earl-url/earl"
)

// Correct returns the URL that a user means by a text with a common mistake, and whether
// the text has one: a missing colon or slash ("gopher//host/", "ftp:/host/",
// "finger:user@host"), an nntp URL without a server ("nntp:group"), a news URL with a server ("news://host/group"), and a message-id in angle brackets
// ("news:<id@host>").
func Correct(text string) (earl.URL, bool) {
	corrected, ok := message(text)
	if !ok {
		corrected, ok = newsServer(text)
	}
	if !ok {
		corrected, ok = slashes(text)
	}
	if !ok {
		corrected, ok = noHost(text)
	}
	if !ok {
		return earl.URL{}, false
	}
	u, err := earl.RFC3986.Parse(corrected)
	return u, err == nil
}

// message removes the angle brackets of a message-id in a news URL. Source: rfc1738 3.6.
func message(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	id, open := strings.CutPrefix(rest, "<")
	id, closed := strings.CutSuffix(id, ">")
	return "news:" + id, ok && scheme == "news" && open && closed && strings.Contains(id, "@")
}

// newsServer returns the nntp URL for a newsgroup on a server, which some programs write
// as a news URL. Source: rfc1738 3.7; rfc5538 2.
func newsServer(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	server, group, hasGroup := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
	ok = ok && scheme == "news" && strings.HasPrefix(rest, "//") && !strings.Contains(rest, "@")
	return "nntp://" + server + "/" + group, ok && hasGroup && server != "" && group != ""
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
// host as mail and rcp write it, and whether the text is one.
func Colon(text string) (string, bool) {
	host, path, ok := strings.Cut(text, ":/")
	if !ok || strings.HasPrefix(path, "/") || !strings.Contains(host, ".") || !isHost(host) {
		return "", false
	}
	return Host(host + "/" + path)
}

// noHost returns the news URL for an nntp URL without a server, and the URL with "//" for
// a finger URL in the form of the first drafts. Source: rfc1738 3.6, 3.7.
func noHost(text string) (string, bool) {
	scheme, rest, ok := cutScheme(text)
	switch {
	case !ok || rest == "" || strings.Contains(rest, "/"):
		return "", false
	case scheme == "nntp" && !strings.ContainsAny(rest, "@:"):
		return "news:" + rest, true
	case scheme == "finger":
		user, host, ok := strings.Cut(rest, "@")
		return "finger://" + host + "/" + user, ok && user != "" && isHost(host)
	}
	return "", false
}
