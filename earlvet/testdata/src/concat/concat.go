package concat

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
)

const base = "https://example.com/"

func sums(host, path, query string, port int) []string {
	return []string{
		"http://" + host + "/x",           // want `concatenated into the server of a URL: use url.URL`
		base + path,                       // want `concatenated into the path of a URL: use URL.JoinPath`
		"https://example.com/?q=" + query, // want `concatenated into the query of a URL: use url.Values`
		("gopher://h/" + "0/") + path,     // want `the path of a URL`
		"https://example.com/#" + path,    // want `the fragment of a URL`
		base + url.PathEscape(path),       // escaped
		base + "x?q=" + url.QueryEscape(query),
		"http://" + net.JoinHostPort(host, strconv.Itoa(port)) + "/",
		"http://h:" + strconv.Itoa(port) + "/" + path, // want `the path of a URL`
		"see: " + path,
		path + "://" + host,
		base + "index.html",
	}
}

func formats(host, path string, port int) []string {
	return []string{
		fmt.Sprintf("http://%s/x", host),          // want `formatted into the server of a URL`
		fmt.Sprintf("http://h:%d/%s", port, path), // want `formatted into the path of a URL`
		fmt.Sprintf("http://h/%s", url.PathEscape(path)),
		fmt.Sprintf("http://h:%d/100%%", port),
		fmt.Sprintf("%s://h/", path),
		fmt.Sprintf("no URL: %s", path),
	}
}
