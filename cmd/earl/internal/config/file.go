package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/earl-url/earl/internal/typo"
	"github.com/earl-url/earl/open/http"
)

// A File is the content of a configuration file. The zero File has no settings.
type File struct {
	path     string
	noProxy  string
	proxies  map[string]string // by scheme, or "all"
	gateways map[string]string // templates, by scheme
	hosts    map[string]*host  // by "host" or "host:port", in lower case

	checkHosts map[string]CheckHost // by "host" or "host:port", in lower case
	project    bool                 // the file of a project, which has only the table check
}

// Keys are the flags of get and ls that the file can set. Each key is the name of a flag.
var Keys = []string{
	"edition", "fail", "max-redirs", "max-time", "connect-timeout", "speed-limit", "speed-time", "idle-time", "max-size", "allow-port", "allow-net", "allow-plain-login", "proto",
	"retry", "retry-delay", "retry-max-time", "retry-all-errors", "limit-rate",
	"netrc", "netrc-file", "email", "news-server", "mailer", "null-cwd", "tls",
	"mail",
	"header", "user-agent", "referer", "cacert", "insecure", "cookie", "cookie-jar", "compressed",
	"create-dirs", "remote-time", "timestamping", "convert-links", "globoff",
	"output-dir", "parallel", "parallel-max", "max-per-host", "depth", "max-files",
}

// HostKeys are the keys of a section [host] of the file.
var HostKeys = []string{"user", "netrc", "email", "tls", "utf8", "null-cwd", "header", "limit-rate", "connections"}

// MaxConnections limits the connections to one server, so that a wrong number does not
// use all file descriptors.
const MaxConnections = 64

// A host is the file's section for one host.
type host struct {
	stay, tls, utf8, netrc *bool // nil: not set
	user, email            string
	header                 []string // fields of http requests
	limitRate              int64
	connections            int
}

// DefaultFile returns the default path of the file: earl/config.toml in the user's
// configuration directory, or "" if the system has no such directory.
func DefaultFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "earl", "config.toml")
}

// StateDir returns the directory for files of one kind that programs keep between runs:
// in earl below $XDG_STATE_HOME, or else ~/.local/state, or for Windows and macOS the
// user's configuration directory. It returns "" if the system has no such directory.
func StateDir(kind string, getenv func(string) string) string {
	base := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) {
		var err error
		switch runtime.GOOS {
		case "windows", "darwin":
			base, err = os.UserConfigDir()
		default:
			base, err = os.UserHomeDir()
			base = filepath.Join(base, ".local", "state")
		}
		if err != nil {
			return ""
		}
	}
	return filepath.Join(base, "earl", kind)
}

// ReadFile reads the file at path; "" is no file. A missing file is an error only if it
// is required. ReadFile calls set for each of Keys in the file, and for the keys of the
// table check with "check." before them. It adds the line to an error of set. The error
// is an *Error, and quotes no value that may be a password.
func ReadFile(path string, required bool, set func(key string, values []string) error) (*File, error) {
	f := &File{path: path, proxies: map[string]string{}, gateways: map[string]string{}, hosts: map[string]*host{}}
	if path == "" {
		return f, nil
	}
	text, err := readLimited(path)
	if err != nil {
		if !required && errors.Is(err, fs.ErrNotExist) {
			return f, nil
		}
		return nil, errorf("%w", err)
	}
	if err := f.decode(text, set); err != nil {
		return nil, f.locate(err)
	}
	return f, nil
}

// readLimited returns the text of a file, up to one byte more than maxFile.
func readLimited(path string) (string, error) {
	in, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	return string(text), err
}

// locate adds the file, the line and the key to an error. It does not quote the
// line, which may contain a password.
func (f *File) locate(err error) error {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return errorf("%s: %w", f.path, err)
	}
	text := fmt.Sprintf("%s, line %d", f.path, at.Position.Line)
	if at.LastKey != "" {
		text += ", " + shortKey(at.LastKey)
	}
	return errorf("%s: %s", text, at.Message)
}

// shortKey returns a key, or the start of one that is too long for a message.
func shortKey(key string) string {
	const most = 100
	if len(key) <= most {
		return key
	}
	return strings.ToValidUTF8(key[:most], "") + "..."
}

// A setter sets the value of one key. It is a toml.Unmarshaler, so that the decoder adds
// the position to an error.
type setter func(value any) error

// UnmarshalTOML sets the value.
func (s setter) UnmarshalTOML(value any) error { return s(value) }

// decode reads the text of the file.
func (f *File) decode(text string, set func(key string, values []string) error) error {
	if err := checkTOML(text); err != nil {
		return err
	}
	var tree map[string]toml.Primitive
	md, err := toml.Decode(text, &tree)
	if err != nil {
		var at toml.ParseError
		if errors.As(err, &at) {
			at.Message = "not valid TOML from here on" // the decoder's message quotes the line
			return at
		}
		return err
	}
	done := map[string]bool{}
	for _, path := range md.Keys() {
		key := path[0]
		if done[key] {
			continue
		}
		done[key] = true
		take := setter(func(value any) error { return setKey(key, value, set) })
		if f.project && key != "check" {
			refusal := errNotProject
			if slices.Contains(ProjectKeys, key) {
				refusal = errTopLevel
			}
			take, key = func(any) error { return refusal }, ""
		}
		switch key {
		case "check":
			if err := f.decodeCheck(&md, tree[key], set); err != nil {
				return err
			}
			continue
		case "proxy":
			take = eachScheme(f.setProxy)
		case "gateway":
			take = eachScheme(func(scheme string, value any) error { return setText(f.gateways, scheme, value) })
		case "host":
			if err := f.decodeHosts(&md, tree[key]); err != nil {
				return err
			}
			continue
		}
		if err := md.PrimitiveDecode(tree[path[0]], take); err != nil {
			return err
		}
	}
	return nil
}

// eachScheme returns the setter of a table whose keys are schemes.
func eachScheme(set func(scheme string, value any) error) setter {
	return func(value any) error {
		table, ok := value.(map[string]any)
		if !ok {
			return errTable
		}
		for scheme, value := range table {
			if err := set(strings.ToLower(scheme), value); err != nil {
				return fmt.Errorf("%s: %w", scheme, err)
			}
		}
		return nil
	}
}

// decodeHosts reads the sections for hosts.
func (f *File) decodeHosts(md *toml.MetaData, primitive toml.Primitive) error {
	sections, err := table(md, primitive)
	if err != nil {
		return err
	}
	for name, section := range sections {
		keys, err := table(md, section)
		if err != nil {
			return err
		}
		h := new(host)
		f.hosts[strings.ToLower(name)] = h
		for key, value := range keys {
			if err := md.PrimitiveDecode(value, setter(func(value any) error { return h.set(key, value) })); err != nil {
				return err
			}
		}
	}
	return nil
}

// table returns the keys of a table and their values, not decoded.
func table(md *toml.MetaData, primitive toml.Primitive) (keys map[string]toml.Primitive, err error) {
	err = md.PrimitiveDecode(primitive, setter(func(value any) error {
		if _, ok := value.(map[string]any); !ok {
			return errTable
		}
		return nil
	}))
	if err == nil {
		err = md.PrimitiveDecode(primitive, &keys)
	}
	return keys, err
}

var (
	errTable   = errors.New("must be a table")
	errText    = errors.New("must be a string")
	errUnknown = errors.New("unknown key; \"earl help config\" lists the keys")
)

// unknownKey returns the error for a key that is not in a list, with the most similar key
// of the list.
func unknownKey(key string, list []string) error {
	if near := typo.Nearest(key, slices.Values(list)); near != "" {
		return fmt.Errorf("unknown key; did you mean %q?", near)
	}
	return errUnknown
}

// setKey passes the value of a key to set, as the texts of its flag.
func setKey(key string, value any, set func(key string, values []string) error) error {
	if !slices.Contains(Keys, key) {
		return unknownKey(key, Keys)
	}
	texts, err := textsOf(value)
	if err != nil {
		return err
	}
	return set(key, texts)
}

// textsOf returns a value, or the elements of a list, as the texts of a flag.
func textsOf(value any) (texts []string, err error) {
	for _, v := range listOf(value) {
		text, err := textOf(v)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// listOf returns the elements of a list; any other value is a list of one.
func listOf(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// textOf returns a value as the text of a flag.
func textOf(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	}
	return "", errors.New("must be a string, a number, true or false")
}

// setProxy sets one key of the table of proxies: a scheme, "all" or "no-proxy".
func (f *File) setProxy(scheme string, value any) error {
	if scheme != "no-proxy" {
		return setText(f.proxies, scheme, value)
	}
	for _, v := range listOf(value) {
		text, ok := v.(string)
		if !ok {
			return errText
		}
		f.noProxy += text + ","
	}
	return nil
}

// setText sets one key of a table of strings.
func setText(table map[string]string, key string, value any) error {
	text, ok := value.(string)
	if !ok {
		return errText
	}
	table[key] = text
	return nil
}

// set sets one key of a section for a host.
func (h *host) set(key string, value any) (err error) {
	if !slices.Contains(HostKeys, key) {
		return unknownKey(key, HostKeys)
	}
	text, isText := value.(string)
	yes, isBool := value.(bool)
	number, isNumber := value.(int64)
	switch key {
	case "tls", "utf8", "netrc":
		if !isBool {
			return errors.New("must be true or false")
		}
		*map[string]**bool{"tls": &h.tls, "utf8": &h.utf8, "netrc": &h.netrc}[key] = &yes
	case "user", "email":
		if !isText {
			return errText
		}
		*map[string]*string{"user": &h.user, "email": &h.email}[key] = text
	case "header":
		for _, v := range listOf(value) {
			line, ok := v.(string)
			if !ok {
				return errText
			}
			h.header = append(h.header, line)
		}
		_, err = http.ParseFields(h.header)
		return err
	case "null-cwd":
		if text != "fail" && text != "stay" {
			return errors.New(`must be "fail" or "stay"`)
		}
		stay := text == "stay"
		h.stay = &stay
	case "limit-rate":
		if isNumber {
			text = strconv.FormatInt(number, 10)
		}
		h.limitRate, err = ParseSize(text)
		return err
	case "connections":
		if !isNumber || number < 1 || number > MaxConnections {
			return fmt.Errorf("must be a number from 1 to %d", MaxConnections)
		}
		h.connections = int(number)
	}
	return nil
}

// ParseSize reads a number of bytes above 0, which may end in k, M or G for the
// powers of 1024.
func ParseSize(text string) (int64, error) {
	digits, shift := text, 0
	if n := len(text) - 1; n > 0 {
		if k := strings.IndexByte("kmg", text[n]|0x20); k >= 0 {
			digits, shift = text[:n], 10*(k+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("%q: must be a number of bytes above 0, such as 500k, 2M or 1G", text)
	}
	return n << shift, nil
}
