// Package made makes URLs for tests and measurements. They are the same in every
// run: 58 bytes on average, with 83,361 hosts, a few hosts in most URLs, and 1.1 % that
// are not valid.
package made

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// Hosts is the number of hosts.
const Hosts = 83_361

var (
	words = [...]string{"news", "article", "product", "view", "images", "static", "api", "users", "archive", "search", "category", "docs", "blog", "item", "page", "en"}
	tops  = [...]string{"com", "org", "net", "de", "co.uk", "io", "fr", "jp"}
	// broken are texts that no edition without repairs accepts, after a scheme.
	broken = [...]string{"http://", "http://[::1", "ht!tp://x/", "http://h:port/", "no url"}
)

// Append appends URL number i.
func Append(b []byte, i int) []byte {
	r := rand.New(rand.NewPCG(uint64(i), 1738))
	if r.IntN(1000) < 11 {
		b = append(b, broken[r.IntN(len(broken))]...)
		return strconv.AppendInt(append(b, '%', ' '), int64(r.IntN(1000)), 10)
	}
	if r.IntN(4) > 0 {
		b = append(b, "https://"...)
	} else {
		b = append(b, "http://"...)
	}
	b = appendHost(b, r)
	for range 2 + r.IntN(3) {
		b = append(append(b, '/'), words[r.IntN(len(words))]...)
	}
	b = strconv.AppendInt(append(b, "/id-"...), int64(r.IntN(10_000_000)), 10)
	switch r.IntN(8) {
	case 0:
		b = strconv.AppendInt(append(b, "?id="...), int64(r.IntN(100_000)), 10)
	case 1:
		b = append(b, "?q=a%20b&page=2"...)
	case 2:
		b = append(b, "/%7Euser/../index.html"...)
	case 3:
		b = append(b, ".html#top"...)
	}
	return b
}

// appendHost appends a host. Few of them have most URLs.
func appendHost(b []byte, r *rand.Rand) []byte {
	host := int(math.Exp(r.Float64() * math.Log(Hosts)))
	if host%3 > 0 {
		b = append(b, "www."...)
	}
	b = append(b, words[host%len(words)]...)
	b = strconv.AppendInt(append(b, '-'), int64(host), 36)
	return append(append(b, '.'), tops[host%len(tops)]...)
}
