package main

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// zipped returns a text in gzip.
func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

// deflated returns a text in deflate.
func deflated(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

// serveCoded serves one response: its fields, as "Name: value" lines, and its content.
func serveCoded(t *testing.T, fields, content string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for line := range strings.SplitSeq(fields, "\n") {
			switch name, value, _ := strings.Cut(line, ": "); name {
			case "":
			case "Content-Type":
				w.Header().Set(name, value)
			default:
				w.Header()[name] = append(w.Header()[name], value)
			}
		}
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A file whose name or type is that of its Content-Encoding is saved as it was sent, unless
// the server has coded it once more. Every other content is decoded, layer by layer.
// Source: rfc9110 8.4; curl, wget and Firefox do the same with files.
func TestGetCodedFiles(t *testing.T) {
	const text = "what the archive contains"
	zip := zipped(text)
	for name, tt := range map[string]struct {
		path, fields, content string
		flags                 []string
		want                  string
	}{
		"archive":           {"/b.tar.gz", "Content-Encoding: gzip\nContent-Type: application/x-tar", zip, nil, zip},
		"upper case":        {"/B.TGZ", "Content-Encoding: GZIP", zip, nil, zip},
		"x-gzip":            {"/b.svgz", "Content-Encoding: x-gzip", zip, nil, zip},
		"with --compressed": {"/b.tar.gz", "Content-Encoding: gzip", zip, []string{"--compressed"}, zip},
		"query":             {"/b.tar.gz?v=1", "Content-Encoding: gzip", zip, nil, zip},
		"media type":        {"/download", "Content-Encoding: gzip\nContent-Type: application/gzip", zip, nil, zip},
		"other media type":  {"/download", "Content-Encoding: gzip\nContent-Type: Application/X-Gzip; x=y", zip, nil, zip},
		"suggested name":    {"/get", "Content-Encoding: gzip\nContent-Disposition: attachment; filename=c.tar.gz", zip, []string{"-J"}, zip},
		"own name":          {"/get", "Content-Encoding: gzip", zip, []string{"-o", "d.gz"}, zip},
		"zstd":              {"/b.tar.zst", "Content-Encoding: zstd", "\x28\xB5\x2F\xFD not read", nil, "\x28\xB5\x2F\xFD not read"},
		"br":                {"/b.br", "Content-Encoding: br", "not read", nil, "not read"},
		"bzip2":             {"/b.tar.bz2", "Content-Encoding: x-bzip2", "BZh9 not read", nil, "BZh9 not read"},
		"xz":                {"/b.xz", "Content-Encoding: xz", "not read", nil, "not read"},
		"compress":          {"/b.tar.Z", "Content-Encoding: compress", "\x1F\x9D not read", nil, "\x1F\x9D not read"},
		"not that format":   {"/b.gz", "Content-Encoding: gzip", "not gzip", nil, "not gzip"},
		"coded twice":       {"/b.tar.gz", "Content-Encoding: gzip", zipped(zip), nil, zip},
		"two lines":         {"/b.tar.gz", "Content-Encoding: gzip\nContent-Encoding: gzip", zipped(zip), nil, zipped(zip)},
		"page":              {"/b.html", "Content-Encoding: gzip", zip, nil, text},
		"archive of tar":    {"/b.tar", "Content-Encoding: gzip", zip, nil, text},
		"another format":    {"/b.gz", "Content-Encoding: deflate", deflated(zip), nil, zip},
		"xz over gzip":      {"/b.xz", "Content-Encoding: gzip", zip, nil, text},
		"a page, two lines": {"/b", "Content-Encoding: gzip\nContent-Encoding: gzip", zipped(zip), nil, text},
		"a page, two kinds": {"/b", "Content-Encoding: deflate, identity\nContent-Encoding: gzip", zipped(deflated(text)), nil, text},
		"after its end":     {"/b", "Content-Encoding: gzip", zip + "tail", nil, text},
		"raw deflate":       {"/b", "Content-Encoding: deflate", deflated(text)[2 : len(deflated(text))-4], nil, text},
	} {
		t.Run(name, func(t *testing.T) {
			dir, flags := t.TempDir(), []string{"get", "-s", "-S"}
			if !strings.Contains(strings.Join(tt.flags, " "), "-o") {
				flags = append(flags, "-O")
			}
			_, errs, status := runIn(t, dir, append(append(flags, tt.flags...), serveCoded(t, tt.fields, tt.content)+tt.path)...)
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil || len(files) != 1 || status != statusDone {
				t.Fatalf("%v, status %d, %s", files, status, errs)
			}
			if got, err := os.ReadFile(files[0]); err != nil || string(got) != tt.want {
				t.Errorf("%q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

// The published checksum of an archive is that of its file, and an interrupted download
// continues. A file with decompressed bytes does not continue.
func TestGetChecksumOfCodedFile(t *testing.T) {
	zip := zipped("what the archive contains")
	at := serveCoded(t, "Content-Encoding: gzip", zip) + "/b.tar.gz"
	dir := t.TempDir()
	sum := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(zip)))
	if _, errs, status := runIn(t, dir, "get", "-s", "-S", "-O", "--checksum", sum, at); status != statusDone {
		t.Errorf("status %d, %s", status, errs)
	}
	for beginning, want := range map[string]int{zip[:10]: statusDone, "what the a": statusLocal} {
		file := filepath.Join(dir, "part.gz")
		if err := os.WriteFile(file, []byte(beginning), 0o666); err != nil {
			t.Fatal(err)
		}
		_, errs, status := runIn(t, dir, "get", "-s", "-S", "-C", "-", "-o", "part.gz", at)
		got, _ := os.ReadFile(file)
		if (want == statusDone) != (status == statusDone) || want == statusDone && string(got) != zip || want != statusDone && string(got) != beginning {
			t.Errorf("after %q: status %d, %q, %s", beginning, status, got, errs)
		}
	}
}

// A coding that is not known is reported, and the content is saved as it was sent.
// Source: rfc9110 8.4.1.
func TestGetUnknownCoding(t *testing.T) {
	for _, field := range []string{"foo", "gzip, foo", "utf-8", "gzip gzip", "gzip, gzip, gzip, gzip"} {
		dir := t.TempDir()
		_, errs, status := runIn(t, dir, "get", "-s", "-S", "-o", "a", serveCoded(t, "Content-Encoding: "+field, "hello")+"/")
		got, err := os.ReadFile(filepath.Join(dir, "a"))
		if status != statusProtocol || err != nil || string(got) != "hello" || !strings.Contains(errs, "the document is saved as it was sent") {
			t.Errorf("%s: status %d, %q, %v, %s", field, status, got, err, errs)
		}
	}
}

// The page of an error that is saved or piped is announced; with --fail it is an error.
func TestGetSaysThatAPageIsAnError(t *testing.T) {
	s := echo(t)
	for _, tt := range []struct {
		flags, says string
		status      int
	}{
		{"-O", "404 Not Found: missing gets the page of the error; --fail makes it an error", statusDone},
		{"-o x", "404 Not Found: x gets the page of the error", statusDone},
		{"", "404 Not Found: stdout gets the page of the error", statusDone},
		{"-O -s", "", statusDone},
		{"-O -f", "the server returned 404 Not Found", statusNotFound},
		{"-f", "the server returned 404 Not Found", statusNotFound},
	} {
		dir := t.TempDir()
		_, errs, status := runIn(t, dir, append(append([]string{"get"}, strings.Fields(tt.flags)...), s.URL+"/missing")...)
		if status != tt.status || !strings.Contains(errs, tt.says) || tt.says == "" && errs != "" {
			t.Errorf("%s: status %d, %q, want %d, %q", tt.flags, status, errs, tt.status, tt.says)
		}
		if _, err := os.Stat(filepath.Join(dir, "missing")); strings.Contains(tt.flags, "-f") && err == nil {
			t.Errorf("%s: the page was saved", tt.flags)
		}
	}
}
