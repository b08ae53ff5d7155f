package redirect

import (
	"net/http"
	"net/url"
	"strings"
)

func prefix(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `check the second character too`
}

func index(w http.ResponseWriter, next string) {
	if next != "" && next[0] == '/' {
		w.Header().Set("Location", next) // want `check the second character too`
	}
}

func both(w http.ResponseWriter, r *http.Request, next string) {
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.HasPrefix(next, `/\`) {
		http.Redirect(w, r, next, http.StatusFound)
	}
}

func second(w http.ResponseWriter, r *http.Request, next string) {
	if len(next) > 1 && next[0] == '/' && next[1] != '/' && next[1] != '\\' {
		http.Redirect(w, r, next, http.StatusFound)
	}
}

func parsed(w http.ResponseWriter, r *http.Request, next string) {
	u, err := url.Parse(next)
	if err == nil && strings.HasPrefix(next, "/") && u.Host == "" {
		http.Redirect(w, r, u.EscapedPath(), http.StatusFound)
	}
}

func constant(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/", http.StatusFound)
}

func returned(w http.ResponseWriter, r *http.Request, next string) {
	if next == "" || next[0] != '/' {
		http.Error(w, "no path", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, next, http.StatusFound) // want `check the second character too`
}

func rooted(w http.ResponseWriter, r *http.Request, to string) {
	if strings.HasPrefix(to, "/") {
		to = "/base" + to
	}
	http.Redirect(w, r, to, http.StatusFound)
}

func absolute(w http.ResponseWriter, r *http.Request, to string) {
	if !strings.HasPrefix(to, "/") {
		http.Redirect(w, r, to, http.StatusFound)
	}
}
