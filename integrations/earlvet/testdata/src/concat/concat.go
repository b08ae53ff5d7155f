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

func sums(host, name, query, tenant, user, password, path, uri string, encodedParts []string, account account, port int) []string {
	return []string{
		base + name,                                               // want `put into the path of a URL: use URL.JoinPath`
		"https://example.com/?q=" + query,                         // want `put into the query of a URL: use url.Values`
		("gopher://h/" + "0/") + name,                             // want `the path of a URL`
		"https://example.com/#" + name,                            // want `the fragment of a URL`
		"https://example.com" + name,                              // want `follows the host of a URL`
		"https://" + host + name,                                  // want `follows the host of a URL`
		"https://" + tenant + ".example.com/",                     // want `put into the host of a URL`
		"https://api." + tenant,                                   // want `put into the host of a URL`
		"https://" + host + ":" + strconv.Itoa(port),              // want `joined with a port: use net.JoinHostPort`
		"postgres://" + user + ":" + password + "@" + host + "/x", // want `put into the user or password`
		"file://" + name,                                          // want `put into a file URL: use url.URL`
		"file://" + filepath.ToSlash(name),                        // want `put into a file URL`
		"http://" + host + "/x",
		"http://" + host,
		"ftp://reader:secret@" + host + "/",
		base + url.PathEscape(name),
		base + "x?q=" + url.QueryEscape(query),
		base + strconv.Itoa(port) + "/" + hex.EncodeToString([]byte(name)),
		"http://" + net.JoinHostPort(host, strconv.Itoa(port)) + "/",
		"http://h:" + strconv.Itoa(port) + "/" + name, // want `the path of a URL`
		"see: " + name,
		"s3://bucket/" + name,
		"unix://" + name,
		name + "://" + host,
		name + "://" + host + "/" + query, // want `the path of a URL`
		base + "index.html",
		base + string(red) + string(colorOf(name)),
		"https://www." + host + "/",
		"https://" + host + uri,
		fmt.Sprintf("http://%s%s", host, path),
		fmt.Sprintf("http://%s/%s", host, account.Name),
		fmt.Sprintf("http://%s/?q=%s", host, account.Name), // want `put into the query of a URL`
		fmt.Sprintf("file://%s:%d", name, port),
		base + strings.Join(encodedParts, "/"),
		inside(name), only("x"),
	}
}

type account struct{ Name string }

// inside and only are called in this package only.
func inside(text string) string { return base + text } // want `put into the path of a URL`
func only(word string) string   { return base + word }

func lists(text string) (all []string) {
	for _, word := range []string{"a", "b"} {
		all = append(all, "https://"+word+".example.com/")
	}
	trimmed := strings.TrimSuffix(url.PathEscape(text), "x")
	trimmed = strings.TrimPrefix(trimmed, "y")
	all = append(all, base+trimmed, base+fmt.Sprint(len(all)))
	text = strings.TrimPrefix(text, "@")
	return append(all, base+text, // want `put into the path of a URL`
		base+text+"/again") // want `put into the path of a URL`
}

func compared(got, name string) bool {
	want := base + name
	return strings.EqualFold(got, want) || got == base+name || strings.HasPrefix(got, base+name)
}

func colorOf(string) color { return red }

func formats(host, name string, port int, u *url.URL) []string {
	return []string{
		fmt.Sprintf("http://%s/x", host),
		fmt.Sprintf("http://%s:%d/x", host, port), // want `joined with a port`
		fmt.Sprintf("http://h:%d/%s", port, name), // want `put into the path of a URL`
		fmt.Sprintf("http://h/%s", url.PathEscape(name)),
		fmt.Sprintf("http://h/%s", u.Query().Get("x")), // want `put into the path of a URL`
		fmt.Sprintf("http://h/%s?%s", u.EscapedPath(), u.RawQuery),
		fmt.Sprintf("http://h:%d/100%%", port),
		fmt.Sprintf("%s://h/", name),
		fmt.Sprintf("no URL: %s", name),
		fmt.Sprintf("http://h/%s", fmt.Sprintf("%04d-%x", port, name)),
	}
}

func variables(name string, u *url.URL) []string {
	escaped := url.PathEscape(name)
	if name == "" {
		escaped = "none"
	}
	values := u.Query().Encode()
	rooted := "/" + name
	rooted = strings.ReplaceAll(rooted, "{status}", "404")
	mixed := url.PathEscape(name)
	if name == "x" {
		mixed = name
	}
	return []string{
		base + escaped,
		"https://" + u.Host + rooted,
		u.Scheme + "://${host}" + name,
		base + "?" + values,
		base + mixed, // want `put into the path of a URL`
	}
}

func handler(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusFound)
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusFound) // want `the field Path has no escapes: use the method EscapedPath`
}

func hidden(name string) []string {
	//lint:ignore urlhost,urlconcat callers have letters only
	one := base + name
	two := base + name //lint:ignore urlconcat the same
	//lint:ignore urlconcat
	three := base + name // want `put into the path`
	//lint:ignore urlhost another analyzer
	four := base + name // want `put into the path`
	return []string{one, two, three, four}
}
