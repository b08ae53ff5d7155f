package known

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxFile limits the size of a file in bytes: a line has about 120 bytes, and no
// user visits thirty thousand servers.
const maxFile = 4 << 20

// File is a [Store] in a file with one key per line:
//
//	gemini host.example:1965 certificate SHA256:AbC... 2036-01-01T00:00:00Z
//
// The last field is the end of the validity, or "-". Empty lines and lines that
// begin with "#" are skipped. Of several lines for a server, the last is valid.
// A key is added as a new last line, so several programs may use the file. The
// zero File keeps keys in memory. Several goroutines may use it. Do not copy it.
type File struct {
	// Path is the name of the file. It is read for each key, and made with its
	// directory for the first. Only its owner can read it. "" means memory.
	Path string

	mu     sync.Mutex
	memory []Kept
}

// Find returns the last key that is kept for the server of k. The error is that
// of the system, or is for a line that is not a key, which may be a damaged one.
func (f *File) Find(k Key) ([]Kept, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.memory
	if f.Path != "" {
		text, err := readFile(f.Path)
		if err != nil {
			return nil, err
		}
		if all, err = parse(f.Path, text); err != nil {
			return nil, err
		}
	}
	host := canonical(k.Host)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Scheme == k.Scheme && canonical(all[i].Host) == host {
			return all[i : i+1 : i+1], nil
		}
	}
	return nil, nil
}

// Add appends a key. The error is that of the system, or is for a key whose
// fields do not fit into a line.
func (f *File) Add(k Key) (where string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Path == "" {
		f.memory = append(f.memory, Kept{Key: k})
		return "until this program ends", nil
	}
	line, err := k.line()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return "", err
	}
	if err := AppendLine(f.Path, line); err != nil {
		return "", err
	}
	return "in " + f.Path, nil
}

// AppendLine appends a line to a file in one write, so that several programs may
// do so. It begins a new line if the file does not end with a line end. A file
// that does not exist is made, for its owner only.
func AppendLine(path, line string) error {
	w, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	last := make([]byte, 1)
	if info, err := w.Stat(); err == nil && info.Size() > 0 {
		if _, err := w.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = io.WriteString(w, line+"\n")
	return errors.Join(err, w.Close())
}

// canonical returns a host in the form that is compared: in lower case, without
// a final dot.
func canonical(hostport string) string {
	host, port, ok := strings.Cut(strings.ToLower(hostport), ".:")
	if ok {
		return host + ":" + port
	}
	return host
}

// line returns the line of a key. The error is that of a field that does not fit
// into a line.
func (k Key) line() (string, error) {
	until := "-"
	if !k.Until.IsZero() {
		until = k.Until.UTC().Format(time.RFC3339)
	}
	fields := []string{k.Scheme, canonical(k.Host), k.Kind, k.Digest, until}
	line := strings.Join(fields, " ")
	if !slices.Equal(strings.Fields(line), fields) || line[0] == '#' {
		return "", fmt.Errorf("the key of %q cannot be written as a line", k.Host)
	}
	return line, nil
}

// readFile returns the text of a file, "" if it does not exist.
func readFile(path string) (string, error) {
	r, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("%s has more than %d bytes", path, maxFile)
	}
	return string(text), err
}

// parse returns the keys of a file. A line that is not a key is an error: it may
// be the key that protects the user.
func parse(path, text string) (all []Kept, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		k, ok := parseLine(line)
		if !ok {
			return nil, fmt.Errorf("%s, line %d: must be scheme, host:port, kind, digest and end of validity", path, n)
		}
		all = append(all, Kept{Key: k, File: path, Line: n})
	}
	return all, nil
}

// parseLine returns the key of a line.
func parseLine(line string) (k Key, ok bool) {
	f := strings.Fields(line)
	if len(f) != 5 || !strings.HasPrefix(f[3], "SHA256:") {
		return k, false
	}
	k = Key{Scheme: f[0], Host: f[1], Kind: f[2], Digest: f[3]}
	if f[4] == "-" {
		return k, true
	}
	var err error
	k.Until, err = time.Parse(time.RFC3339, f[4])
	return k, err == nil
}
