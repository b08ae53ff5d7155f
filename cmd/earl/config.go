package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/pflag"
)

// A config is what the configuration file says. The zero config is that of no file.
type config struct {
	file     string
	noProxy  string
	proxies  map[string]string // by scheme, or "all"
	gateways map[string]string // templates, by scheme
	hosts    map[string]*hostConfig
}

// configFlags are the flags of get and ls that the file may have defaults for,
// each under its own name.
var configFlags = []string{
	"edition", "fail", "max-redirs", "max-time", "connect-timeout", "max-size", "allow-port", "allow-net", "proto",
	"retry", "retry-delay", "retry-max-time", "retry-all-errors", "limit-rate",
	"netrc", "netrc-file", "email", "news-server", "mailer", "null-cwd", "tls",
	"output-dir", "parallel", "parallel-max", "max-per-host", "depth", "max-files", "max-dirs",
}

// notInConfig marks a flag of another command that means something else there.
const notInConfig = "not-in-config"

// A hostConfig is what the file says of one host.
type hostConfig struct {
	nullCWD     string
	tls, utf8   *bool
	user, email string
	netrc       *bool
	limitRate   size
	connections int
}

// configPath is where the file is if nobody names one; "" where the system has
// no place for it.
func configPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "earl", "config.toml")
}

// readConfig reads the file, and gives the flags that the command line does not
// the values that it has. A file that was named must be there.
func readConfig(file string, named bool, flags *pflag.FlagSet) (*config, error) {
	c := &config{file: file, proxies: map[string]string{}, gateways: map[string]string{}, hosts: map[string]*hostConfig{}}
	if file == "" {
		return c, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		if !named && errors.Is(err, fs.ErrNotExist) {
			return c, nil
		}
		return nil, usagef("%w", err)
	}
	if err := c.decode(string(text), flags); err != nil {
		return nil, c.fault(err)
	}
	return c, nil
}

// fault says where in the file an error is. What stands there is not quoted: it
// may hold a password.
func (c *config) fault(err error) error {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return usagef("%s: %s", c.file, strings.TrimPrefix(err.Error(), "toml: "))
	}
	text := fmt.Sprintf("%s, line %d", c.file, at.Position.Line)
	if at.LastKey != "" {
		text += ", " + at.LastKey
	}
	return usagef("%s: %s", text, at.Message)
}

// A setter takes the value of one key. It makes the decoder say where in the
// file an error is.
type setter func(value any) error

// UnmarshalTOML takes the value.
func (s setter) UnmarshalTOML(value any) error { return s(value) }

// decode reads the text of the file.
func (c *config) decode(text string, flags *pflag.FlagSet) error {
	var tree map[string]toml.Primitive
	md, err := toml.Decode(text, &tree)
	if err != nil {
		var at toml.ParseError
		if errors.As(err, &at) {
			at.Message = "it is not TOML from here on" // the decoder's words quote it
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
		set := setter(func(value any) error { return setFlag(flags, key, value) })
		switch key {
		case "proxy":
			set = c.each(c.setProxy)
		case "gateway":
			set = c.each(func(scheme string, value any) error { return setText(c.gateways, scheme, value) })
		case "host":
			if err := c.decodeHosts(&md, tree[key]); err != nil {
				return err
			}
			continue
		}
		if err := md.PrimitiveDecode(tree[key], set); err != nil {
			return err
		}
	}
	return nil
}

// each returns the setter of a table whose keys are schemes.
func (c *config) each(set func(key string, value any) error) setter {
	return func(value any) error {
		table, ok := value.(map[string]any)
		if !ok {
			return errTable
		}
		for key, value := range table {
			if err := set(strings.ToLower(key), value); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	}
}

// decodeHosts reads the tables of hosts.
func (c *config) decodeHosts(md *toml.MetaData, primitive toml.Primitive) error {
	hosts, err := tables(md, primitive)
	if err != nil {
		return err
	}
	for name, table := range hosts {
		keys, err := tables(md, table)
		if err != nil {
			return err
		}
		h := new(hostConfig)
		c.hosts[strings.ToLower(name)] = h
		for key, value := range keys {
			if err := md.PrimitiveDecode(value, setter(func(value any) error { return h.set(key, value) })); err != nil {
				return err
			}
		}
	}
	return nil
}

// tables returns what a table has.
func tables(md *toml.MetaData, primitive toml.Primitive) (table map[string]toml.Primitive, err error) {
	err = md.PrimitiveDecode(primitive, setter(func(value any) error {
		if _, ok := value.(map[string]any); !ok {
			return errTable
		}
		return nil
	}))
	if err == nil {
		err = md.PrimitiveDecode(primitive, &table)
	}
	return table, err
}

// errTable is a value where a table must be.
var errTable = errors.New("it must be a table")

// errUnknown is a key that means nothing here.
var errUnknown = errors.New("no such key; \"earl help config\" has the list")

// setFlag gives a flag the value of a key, if the command line has none.
func setFlag(flags *pflag.FlagSet, key string, value any) error {
	if !slices.Contains(configFlags, key) {
		return errUnknown
	}
	f := flags.Lookup(key)
	if f == nil || f.Changed || f.Annotations[notInConfig] != nil {
		return nil // ls has not all
	}
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		text, err := textOf(v)
		if err != nil {
			return err
		}
		if err := f.Value.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// textOf returns a value as a flag has it.
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
	return "", errors.New("it must be a text, a number or true or false")
}

// setProxy takes a line of the table of proxies.
func (c *config) setProxy(scheme string, value any) error {
	if scheme != "no-proxy" {
		return setText(c.proxies, scheme, value)
	}
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			return errText
		}
		c.noProxy += text + ","
	}
	return nil
}

// errText is a value of another type than text.
var errText = errors.New("it must be a text")

// setText takes a line of a table of texts.
func setText(table map[string]string, key string, value any) error {
	text, ok := value.(string)
	if !ok {
		return errText
	}
	table[key] = text
	return nil
}

// set takes one key of a host.
func (h *hostConfig) set(key string, value any) error {
	text, isText := value.(string)
	yes, isBool := value.(bool)
	number, isNumber := value.(int64)
	switch key {
	case "tls", "utf8", "netrc":
		if !isBool {
			return errors.New("it must be true or false")
		}
		*map[string]**bool{"tls": &h.tls, "utf8": &h.utf8, "netrc": &h.netrc}[key] = &yes
	case "user", "email":
		if !isText {
			return errText
		}
		*map[string]*string{"user": &h.user, "email": &h.email}[key] = text
	case "null-cwd":
		if text != "fail" && text != "stay" {
			return errors.New(`it must be "fail" or "stay"`)
		}
		h.nullCWD = text
	case "limit-rate":
		if isNumber {
			text = strconv.FormatInt(number, 10)
		}
		return h.limitRate.Set(text)
	case "connections":
		if !isNumber || number < 1 || number > maxPerHost {
			return fmt.Errorf("it must be a number of 1 to %d", maxPerHost)
		}
		h.connections = int(number)
	default:
		return errUnknown
	}
	return nil
}
