package control

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// redirectPage redirects a browser to a start link.
const redirectPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=LINK"><title>Opening earl</title>
<p><a href="LINK">Open the gateway</a></p></html>
`

// Redirect creates a page in dir that redirects a browser to a link. Only the user can
// read the page. All users can see the arguments of a program, so a browser gets the path
// of this page instead of the link. The caller removes the page.
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
