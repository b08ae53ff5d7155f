package mixed

import (
	"net/http"
	"net/url"
	"os/exec"
	"regexp"

	"github.com/earl-url/earl"
)

func validated(text string) error {
	if _, err := earl.RFC3986.Parse(text); err != nil {
		return err
	}
	_, err := http.Get(text) // want `text was checked by github.com/earl-url/earl and is read again by net/url`
	return err
}

func request(text string) (*http.Request, error) {
	if _, err := earl.RFC3986.Parse(text); err != nil {
		return nil, err
	}
	return http.NewRequest("GET", text, nil) // want `text was checked by github.com/earl-url/earl`
}

func command(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() != "example.com" {
		return err
	}
	return exec.Command("curl", "-s", text).Run() // want `text was checked by net/url and is read again by curl`
}

func inFunction(text string) {
	earl.RFC3986.Parse(text)
	go func() {
		http.Get(text) // want `text was checked by`
	}()
}

func good(text string) error {
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		return err
	}
	if _, err = http.Get(u.String()); err != nil {
		return err
	}
	text = u.String()
	_, err = http.Get(text)
	return err
}

func sameParser(text string) error {
	if _, err := url.Parse(text); err != nil {
		return err
	}
	_, err := http.Get(text)
	return err
}

func afterwards(text string) {
	http.Get(text)
	earl.RFC3986.Parse(text)
}

func redirected(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Host != "" {
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // want `next was checked by net/url and is read again by browsers`
	http.Redirect(w, r, u.String(), http.StatusFound)
}

var safe = regexp.MustCompile(`^https://[a-z]+\.example\.com`)

var whole = regexp.MustCompile(`^https://[a-z]+\.example\.com/[a-z]*$`)

func wholeMatched(text string) {
	if whole.MatchString(text) {
		http.Get(text)
	}
}

func matched(text string) {
	if safe.MatchString(text) {
		http.Get(text) // want `text was checked by a regular expression and is read again by net/url`
	}
}
