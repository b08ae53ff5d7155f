package control

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// redirectPage leads a browser to a start link.
const redirectPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=LINK"><title>Opening earl</title>
<p><a href="LINK">Open the gateway</a></p></html>
`

// Redirect makes a page in dir, readable for the user only, that leads a browser to a
// link. The arguments of a program are visible to all users, so a browser is given the
// path of this page and not the link. The caller removes the page.
func Redirect(dir, link string) (path string, err error) {
	f, err := os.CreateTemp(dir, "open-*.html") // of mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(strings.ReplaceAll(redirectPage, "LINK", html.EscapeString(link)))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return filepath.Abs(f.Name())
}

// RemoveRedirects removes the pages of [Redirect] in dir that are older than age.
func RemoveRedirects(dir string, age time.Duration) {
	pages, _ := filepath.Glob(filepath.Join(dir, "open-*.html"))
	for _, page := range pages {
		if info, err := os.Lstat(page); err == nil && time.Since(info.ModTime()) > age {
			os.Remove(page)
		}
	}
}
