package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/http"
)

// ProjectFile is the name of a project's configuration file.
const ProjectFile = "earl.toml"

// ProjectKeys are the flags of check that a project's file can set. Anyone may have
// written such a file, because it comes with a repository. It must not run a program,
// send a login, write a file, or allow what the user's settings refuse. All other flags
// are errors in it.
var ProjectKeys = []string{
	"accept", "accept-timeouts", "all", "allow-empty", "base", "baseline", "connect-timeout", "default-extension", "depth", "edition",
	"exclude", "exclude-all-private", "exclude-link-local", "exclude-loopback", "exclude-path", "exclude-private",
	"extensions", "fallback-ext", "format", "glob-ignore-case", "header", "hidden", "host-request-interval", "include",
	"include-fragments", "include-mail", "include-verbatim", "include-wikilinks", "index", "levels", "max-pages",
	"max-per-host", "max-redirs", "max-time", "method", "mode", "no-ignore", "no-progress", "offline", "parallel-max", "rate",
	"recursive", "remap", "require-https", "retry", "retry-delay", "root-dir", "scheme", "serve", "site", "skip-fragment",
	"skip-missing", "slugs", "sort", "speed-limit", "speed-time", "strict", "type", "unwrap", "user-agent",
}

// UserKeys are the other flags of check. They write files, run programs, send the user's
// secrets, choose what the user sees, or allow what is otherwise refused.
var UserKeys = []string{
	"allow-net", "allow-plain-login", "allow-port", "archive", "basic-auth", "cacert", "cache", "cache-exclude-status", "config",
	"cookie", "cookie-jar", "db", "diff", "dump", "dump-inputs", "email", "files-from", "fix", "fresh",
	"gateway", "github-token", "help", "host-stats", "insecure", "ipv4", "ipv6", "json", "junk-session-cookies",
	"mail",
	"max-crawl-delay", "min-tls", "netrc", "netrc-file", "news-server", "no-config", "noproxy", "null-cwd",
	"only-changed", "output", "per-server", "preprocess", "proto", "proxy", "referer", "report", "rows", "show-secrets", "silent", "since", "threads",
	"time-limit", "tls", "user", "warc-dedup", "warc-file", "warc-max-size",
}

// CheckHostKeys are the keys of a section [check.host] of a file.
var CheckHostKeys = []string{"accept", "header", "rate", "max-per-host"}

// projectPaths are the keys whose value is a file or a directory of the project.
var projectPaths = []string{"baseline", "root-dir", "serve"}

// A CheckHost has the settings of a section [check.host] for one host. For a zero value
// the flag decides.
type CheckHost struct {
	Rate    float64 // requests per second
	PerHost int     // requests at a time
	Accept  string  // accepted statuses
}

// FindProject returns the path of the project's file for a directory, or "". It looks in
// the directory and, in a repository, in the directories above it up to the root of the
// repository. Outside of a repository, other users may own the directories above.
func FindProject(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	found := ""
	for at := dir; ; {
		path := filepath.Join(at, ProjectFile)
		if info, err := os.Stat(path); found == "" && err == nil && info.Mode().IsRegular() {
			found = path
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return found
		}
		above := filepath.Dir(at)
		if above == at {
			break
		}
		at = above
	}
	if found != filepath.Join(dir, ProjectFile) {
		return ""
	}
	return found
}

// ReadProject adds the settings of a project's file to f. It calls set for each of
// ProjectKeys that the file has, as ReadFile does. The error is an *Error.
func (f *File) ReadProject(path string, set func(key string, values []string) error) error {
	text, err := readLimited(path)
	if err != nil {
		return errorf("%w", err)
	}
	project := &File{path: path, hosts: f.hosts, checkHosts: f.checkHosts, project: true}
	if err := project.decode(text, set); err != nil {
		return project.locate(err)
	}
	f.checkHosts = project.checkHosts
	return nil
}

var (
	errNotProject = errors.New(`a project cannot set this; set it in your configuration file ("earl help config")`)
	errTopLevel   = errors.New("write it below [check], in the file of a project")
	errSecret     = errors.New(`a project cannot send credentials; set them in your configuration file ("earl help config")`)
)

// decodeCheck reads the table check. It calls set with "check." before each key.
func (f *File) decodeCheck(md *toml.MetaData, primitive toml.Primitive, set func(key string, values []string) error) error {
	keys, err := table(md, primitive)
	if err != nil {
		return err
	}
	for _, path := range md.Keys() { // in the order of the file
		if len(path) != 2 || path[0] != "check" || path[1] == "host" {
			continue
		}
		take := setter(func(value any) error { return f.setCheck(path[1], value, set) })
		if err := md.PrimitiveDecode(keys[path[1]], take); err != nil {
			return err
		}
	}
	if hosts, ok := keys["host"]; ok {
		return f.decodeCheckHosts(md, hosts)
	}
	return nil
}

// setCheck passes the value of a key of the table check to set.
func (f *File) setCheck(key string, value any, set func(key string, values []string) error) error {
	texts, err := textsOf(value)
	if err != nil {
		return err
	}
	if f.project {
		if texts, err = f.projectValues(key, texts); err != nil {
			return err
		}
	}
	return set("check."+key, texts)
}

// projectValues returns the values of a key of a project's file, with paths below the
// directory of the file. It returns an error if a project cannot set them.
func (f *File) projectValues(key string, texts []string) ([]string, error) {
	switch {
	case slices.Contains(UserKeys, key):
		return nil, errNotProject
	case !slices.Contains(ProjectKeys, key):
		return nil, unknownKey(key, ProjectKeys)
	case key == "header":
		return texts, projectFields(texts)
	case key == "base", key == "remap":
		return texts, projectURLs(texts)
	case slices.Contains(projectPaths, key):
		for i, text := range texts {
			if !filepath.IsLocal(text) {
				return nil, fmt.Errorf("%q: must be a file or a directory of the project", text)
			}
			texts[i] = filepath.Join(filepath.Dir(f.path), text)
		}
	}
	return texts, nil
}

// projectURLs returns an error if a URL in the settings of a project has a login, because
// requests would send it.
func projectURLs(texts []string) error {
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			_, rest, _ := strings.Cut(word, "//")
			if end := strings.IndexAny(rest, "/?#"); end >= 0 {
				rest = rest[:end]
			}
			if strings.Contains(rest, "@") || earl.Redact(word) != word {
				return errSecret
			}
		}
	}
	return nil
}

// projectFields returns an error if a project must not set one of these header fields.
func projectFields(lines []string) error {
	for _, line := range lines {
		name, _, _ := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); http.SoundsSecret(name) || strings.EqualFold(name, "host") {
			return errSecret
		}
	}
	return nil
}

// decodeCheckHosts reads the sections of hosts in the table check.
func (f *File) decodeCheckHosts(md *toml.MetaData, primitive toml.Primitive) error {
	sections, err := table(md, primitive)
	if err != nil {
		return err
	}
	if f.checkHosts == nil {
		f.checkHosts = map[string]CheckHost{}
	}
	for name, section := range sections {
		keys, err := table(md, section)
		if err != nil {
			return err
		}
		for key, value := range keys {
			err := md.PrimitiveDecode(value, setter(func(value any) error { return f.setCheckHost(strings.ToLower(name), key, value) }))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// setCheckHost sets one key of a section for a host.
func (f *File) setCheckHost(name, key string, value any) error {
	if !slices.Contains(CheckHostKeys, key) {
		return errors.New("unknown key; must be accept, header, rate or max-per-host")
	}
	h := f.checkHosts[name]
	switch key {
	case "rate":
		rate, isFloat := value.(float64)
		if n, ok := value.(int64); ok {
			rate, isFloat = float64(n), true
		}
		if !isFloat || !(rate > 0) {
			return errors.New("must be a number above 0")
		}
		h.Rate = rate
	case "max-per-host":
		n, ok := value.(int64)
		if !ok || n < 1 || n > MaxConnections {
			return fmt.Errorf("must be a number from 1 to %d", MaxConnections)
		}
		h.PerHost = int(n)
	case "accept":
		texts, err := textsOf(value)
		if err != nil {
			return err
		}
		h.Accept = strings.Join(texts, ",")
	case "header":
		lines, err := textsOf(value)
		if err == nil && f.project {
			err = projectFields(lines)
		}
		if err != nil {
			return err
		}
		if f.hosts[name] == nil {
			f.hosts[name] = new(host)
		}
		return f.hosts[name].set(key, value)
	}
	f.checkHosts[name] = h
	return nil
}

// CheckHosts returns the sections [check.host], by "host" or "host:port".
func (s *Settings) CheckHosts() map[string]CheckHost { return s.file.checkHosts }

// CheckHost returns the section [check.host] for the server at "host:port", or for its
// host.
func (s *Settings) CheckHost(address string) CheckHost {
	address = strings.ToLower(address)
	if h, ok := s.file.checkHosts[address]; ok {
		return h
	}
	return s.file.checkHosts[hostOf(address)]
}
