package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/earl-url/earl/readers"
)

// modelled maps a reader of this project to the parser that it models.
var modelled = []struct{ reader, parser string }{
	{"go", "go-net-url"},
	{"python", "python-urllib.parse"},
	{"requests", "python-requests"},
	{"urllib3", "python-urllib3"},
	{"yarl", "python-yarl"},
	{"hyperlink", "python-hyperlink"},
	{"rfc3986", "python-rfc3986"},
	{"whatwg", "npm-whatwg-url"},
	{"node-legacy", "node-url-parse-legacy"},
	{"url-parse", "npm-url-parse"},
	{"uri-js", "npm-uri-js"},
	{"fast-uri", "npm-fast-uri"},
	{"java-uri", "java-net-uri"},
	{"java-url", "java-net-url"},
	{"php", "php-parse_url"},
	{"ruby", "ruby-uri"},
	{"perl", "perl-uri"},
	{"libcurl", "libcurl-url-api"},
	{"glib", "glib-guri"},
	{"qt", "qt-qurl"},
	{"libxml2", "libxml2"},
	{"uriparser", "uriparser"},
	{"boost", "boost-url"},
}

// modelOf returns the model of a reader.
func modelOf(r *readers.Reader) model {
	return func(input string) reading {
		u, ok := r.Read(input)
		for _, field := range []*string{&u.Scheme, &u.User, &u.Host, &u.Port, &u.Path} {
			*field = asJSON(*field)
		}
		return reading{Parser: r.Name, Input: input, Accepted: &ok, Scheme: &u.Scheme, User: &u.User, Host: &u.Host, Port: &u.Port, Path: &u.Path}
	}
}

// asJSON returns a text as JSON writes it, with U+FFFD for each byte that is not UTF-8.
func asJSON(s string) string { return strings.Map(func(r rune) rune { return r }, s) }

// compare reads the truth files of an earlier run, and prints how often each reader agrees.
// The texts on which one differs are in the file differ.jsonl.
func (o *options) compare() error {
	list := make([]agreement, len(modelled))
	errs := make([]error, len(modelled))
	var all sync.WaitGroup
	places := make(chan bool, runtime.NumCPU())
	for i, m := range modelled {
		r, ok := readers.ByName(m.reader)
		truth := filepath.Join(o.out, "truth", m.parser+".jsonl")
		if _, err := os.Stat(truth); !ok || err != nil {
			continue
		}
		places <- true
		all.Go(func() {
			list[i], errs[i] = compareFile(m.parser, truth, modelOf(r))
			<-places
		})
	}
	all.Wait()
	var found []agreement
	var differ []different
	for i, a := range list {
		if errs[i] != nil {
			return errs[i]
		}
		if a.Texts > 0 {
			found, differ = append(found, a), append(differ, a.Differ...)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no truth files in %s: run the laboratory first", filepath.Join(o.out, "truth"))
	}
	err := writeFile(filepath.Join(o.out, "differ.jsonl"), func(w io.Writer) error { return writeLines(w, differ) })
	if err != nil {
		return err
	}
	return writeAgreement(os.Stdout, found)
}
