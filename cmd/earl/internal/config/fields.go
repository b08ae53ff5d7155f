package config

import (
	"encoding/base64"
	"io"
	nethttp "net/http"
	"os"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// fields are the header fields that the user adds to http requests.
type fields struct {
	all   nethttp.Header            // for every server
	hosts map[string]nethttp.Header // for one server, by "host:port" or "host"
}

// newFields returns the fields of the options and of the file's sections for hosts.
// A field of the command line comes before one of the file.
func newFields(o Options, file *File) (f fields, err error) {
	f.hosts = map[string]nethttp.Header{}
	lines, err := withFiles(o.Fields)
	if err != nil {
		return f, errorf("header: %w", err)
	}
	if f.all, err = http.ParseFields(lines); err != nil {
		return f, errorf("header: %w", err)
	}
	for name, h := range file.hosts {
		if len(h.header) == 0 {
			continue
		}
		own, err := http.ParseFields(h.header) // already checked while the file was read
		if err != nil {
			return f, errorf("host %q: header: %w", name, err)
		}
		for name := range f.all {
			delete(own, name)
		}
		f.hosts[name] = own
	}
	if o.Hosts != nil {
		f.bind(o)
	}
	if o.GitHubToken != "" {
		own, err := http.ParseFields([]string{"Authorization: Bearer " + o.GitHubToken})
		if err != nil {
			return f, errorf("github-token: %w", err)
		}
		f.set("api.github.com:443", "Authorization", own["Authorization"])
	}
	for _, text := range o.BasicAuth {
		if err := f.addBasic(text); err != nil {
			return f, err
		}
	}
	return f, nil
}

// maxFields limits a file of fields in bytes.
const maxFields = 1 << 20

// withFiles replaces each line "@FILE" by the lines of the file, without comments and
// empty lines.
func withFiles(lines []string) ([]string, error) {
	var all []string
	for _, line := range lines {
		name, isFile := strings.CutPrefix(line, "@")
		if !isFile {
			all = append(all, line)
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(io.LimitReader(f, maxFields))
		f.Close()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				all = append(all, line)
			}
		}
	}
	return all, nil
}

// bind moves credentials from the fields for every server to those of Options.Hosts.
func (f *fields) bind(o Options) {
	secret := nethttp.Header{}
	for name, values := range f.all {
		if http.SoundsSecret(name) {
			secret[name] = values
			delete(f.all, name)
		}
	}
	if o.User != "" {
		secret["Authorization"] = []string{basic(o.User)}
	}
	for _, address := range o.Hosts {
		for name, values := range secret {
			f.set(address, name, values)
		}
	}
}

// addBasic adds the login of a text "URL name:password".
func (f *fields) addBasic(text string) error {
	place, login, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !strings.Contains(place, "://") {
		place = "https://" + place
	}
	u, err := earl.RFC3986.Parse(place)
	if err == nil {
		place, err = open.HostPort(u)
	}
	if login = strings.TrimSpace(login); !ok || err != nil || !strings.Contains(login, ":") {
		return errorf("basic-auth: must have the form %q", "URL NAME:PASSWORD")
	}
	f.set(place, "Authorization", []string{basic(login)})
	return nil
}

// basic returns the value of a field for a login "name:password". Source: rfc7617 2.
func basic(login string) string {
	if !strings.Contains(login, ":") {
		login += ":"
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(login))
}

// set sets a field for the server at "host:port".
func (f *fields) set(address, name string, values []string) {
	address = strings.ToLower(address)
	if f.hosts[address] == nil {
		f.hosts[address] = nethttp.Header{}
	}
	f.hosts[address][name] = values
}

// of returns the fields for the server at "host:port".
func (f *fields) of(address string) nethttp.Header {
	address = strings.ToLower(address)
	own, byName := f.hosts[address], f.hosts[hostOf(address)]
	switch {
	case byName == nil:
		return own
	case own == nil:
		return byName
	}
	both := byName.Clone()
	for name, values := range own {
		both[name] = values
	}
	return both
}
