package concat

import (
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

const base = "https://example.com/"

type color string

const red color = "red"

func sums(host, path, query, user, password string, port int) []string {
	return []string{
		base + path,                                               // want `put into the path of a URL: use URL.JoinPath`
		"https://example.com/?q=" + query,                         // want `put into the query of a URL: use url.Values`
		("gopher://h/" + "0/") + path,                             // want `the path of a URL`
		"https://example.com/#" + path,                            // want `the fragment of a URL`
		"https://example.com" + path,                              // want `follows the host of a URL`
		"https://" + host + path,                                  // want `follows the host of a URL`
		"https://" + host + ".example.com/",                       // want `put into the host of a URL`
		"https://api." + host,                                     // want `put into the host of a URL`
		"https://" + host + ":" + strconv.Itoa(port),              // want `joined with a port: use net.JoinHostPort`
		"postgres://" + user + ":" + password + "@" + host + "/x", // want `put into the user or password`
		"file://" + path,                                          // want `put into a file URL: use url.URL`
		"file://" + filepath.ToSlash(path),                        // want `put into a file URL`
		"http://" + host + "/x",
		"http://" + host,
		"ftp://reader:secret@" + host + "/",
		base + url.PathEscape(path),
		base + "x?q=" + url.QueryEscape(query),
		base + strconv.Itoa(port) + "/" + hex.EncodeToString([]byte(path)),
		"http://" + net.JoinHostPort(host, strconv.Itoa(port)) + "/",
		"http://h:" + strconv.Itoa(port) + "/" + path, // want `the path of a URL`
		"see: " + path,
		"s3://bucket/" + path,
		"unix://" + path,
		path + "://" + host,
		path + "://" + host + "/" + query, // want `the path of a URL`
		base + "index.html",
		base + string(red) + string(colorOf(path)),
	}
}

func colorOf(string) color { return red }

func formats(host, path string, port int, u *url.URL) []string {
	return []string{
		fmt.Sprintf("http://%s/x", host),
		fmt.Sprintf("http://%s:%d/x", host, port), // want `joined with a port`
		fmt.Sprintf("http://h:%d/%s", port, path), // want `put into the path of a URL`
		fmt.Sprintf("http://h/%s", url.PathEscape(path)),
		fmt.Sprintf("http://h/%s", u.Query().Get("x")), // want `put into the path of a URL`
		fmt.Sprintf("http://h/%s?%s", u.EscapedPath(), u.RawQuery),
		fmt.Sprintf("http://h:%d/100%%", port),
		fmt.Sprintf("%s://h/", path),
		fmt.Sprintf("no URL: %s", path),
		fmt.Sprintf("http://h/%s", fmt.Sprintf("%04d-%x", port, path)),
	}
}

func variables(path string, u *url.URL) []string {
	escaped := url.PathEscape(path)
	if path == "" {
		escaped = "none"
	}
	values := u.Query().Encode()
	rooted := "/" + path
	rooted = strings.ReplaceAll(rooted, "{status}", "404")
	mixed := url.PathEscape(path)
	if path == "x" {
		mixed = path
	}
	return []string{
		base + escaped,
		"https://" + u.Host + rooted,
		u.Scheme + "://${host}" + path,
		base + "?" + values,
		base + mixed, // want `put into the path of a URL`
	}
}

func handler(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusFound)
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusFound) // want `the field Path has no escapes: use the method EscapedPath`
}

func hidden(path string) []string {
	//lint:ignore urlhost,urlconcat callers have letters only
	one := base + path
	two := base + path //lint:ignore urlconcat the same
	//lint:ignore urlconcat
	three := base + path // want `put into the path`
	//lint:ignore urlhost another analyzer
	four := base + path // want `put into the path`
	return []string{one, two, three, four}
}
