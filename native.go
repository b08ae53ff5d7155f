package earl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNative is the error of a file view, or of a name, that has no counterpart
// on the system in question. It is wrapped with the reason.
var ErrNative = errors.New("no such name on this system")

// NativePath returns the file name of v on a system, by its GOOS: "windows" has
// drives and backslashes, every other system the slashes of Unix. It undoes
// [FileFromNative], and refuses what would name another file than the URL does:
// a NUL, a separator inside a segment, another host. The error is [ErrNative].
// Source: rfc1738 3.10.
func (v File) NativePath(goos string) (string, error) {
	switch {
	case !v.IsLocal():
		return "", fmt.Errorf("file: %q is another host: %w", v.Host.Printable(), ErrNative)
	case len(v.Path) == 0:
		return "", fmt.Errorf("file: no path: %w", ErrNative)
	case goos == "windows":
		return v.windowsPath()
	}
	for _, segment := range v.Path {
		if strings.ContainsAny(string(segment), "\x00/") {
			return "", refuseSegment(segment)
		}
	}
	return "/" + joinOctets(v.Path, "/"), nil
}

// IsLocal reports whether v is on the machine that reads it: its host is empty
// or "localhost", in either case. Source: rfc1738 3.10.
func (v File) IsLocal() bool {
	return v.Host == "" || strings.EqualFold(string(v.Host), "localhost")
}

// windowsPath joins the segments behind a drive: "/c:/x" and "/c|/x" are c:\x.
func (v File) windowsPath() (string, error) {
	drive, path := v.Path[0], v.Path[1:]
	if !isDrive(drive) {
		return "", fmt.Errorf("file: %q is no drive: %w", drive.Printable(), ErrNative)
	}
	for _, segment := range path {
		if !isWindowsName(segment) {
			return "", refuseSegment(segment)
		}
	}
	return string(drive[:1]) + `:\` + joinOctets(path, `\`), nil
}

// UNCPath returns the name \\host\share\path of v, for Windows. To read it is to
// connect to the host, and may send it a login. The error is [ErrNative].
// Source: rfc8089 E.3.1.
func (v File) UNCPath() (string, error) {
	if v.Host == "" || !isWindowsName(v.Host) || len(v.Path) == 0 || v.Path[0] == "" {
		return "", fmt.Errorf("file: no host and share: %w", ErrNative)
	}
	for _, segment := range v.Path {
		if !isWindowsName(segment) {
			return "", refuseSegment(segment)
		}
	}
	return `\\` + string(v.Host) + `\` + joinOctets(v.Path, `\`), nil
}

// refuseSegment returns the error for a segment that no file has as its name.
func refuseSegment(segment Octets) error {
	return fmt.Errorf("file: segment %q: %w", segment.Printable(), ErrNative)
}

// joinOctets joins segments that hold no sep.
func joinOctets(s []Octets, sep string) string {
	var b strings.Builder
	for i, o := range s {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(string(o))
	}
	return b.String()
}

// isDrive reports whether o is a letter and ":" or, as older URLs have it, "|".
func isDrive(o Octets) bool {
	return len(o) == 2 && 'a' <= o[0]|0x20 && o[0]|0x20 <= 'z' && (o[1] == ':' || o[1] == '|')
}

// isWindowsName reports whether o has nothing that Windows keeps out of names,
// or reads as a separator, a drive or a stream. It may be empty.
func isWindowsName(o Octets) bool {
	for i := range len(o) {
		if o[i] < ' ' || strings.IndexByte(`\/:*?"<>|`, o[i]) >= 0 {
			return false
		}
	}
	return true
}

// FileFromNative returns the view of a full file name on a system, by its GOOS.
// For Windows that is a drive with a path (/ and \ are the same) or a UNC name
// \\host\share\path. The error is [ErrNative]. Every name that a system of
// Unix's kind can have comes back from [File.NativePath] as it was.
// Source: rfc1738 3.10.
func FileFromNative(goos, path string) (File, error) {
	if goos == "windows" {
		return fileFromWindows(path)
	}
	if !strings.HasPrefix(path, "/") || strings.Contains(path, "\x00") {
		return File{}, refuseName(path)
	}
	return File{Path: splitOctets(path[1:], "/")}, nil
}

// fileFromWindows reads c:\x and \\host\share\x.
func fileFromWindows(path string) (File, error) {
	name := strings.ReplaceAll(path, "/", `\`)
	var v File
	if unc, ok := strings.CutPrefix(name, `\\`); ok {
		s := splitOctets(unc, `\`)
		v = File{Host: s[0], Path: s[1:]}
		if v.Host == "." || v.Host == "?" || v.Host == "" || len(v.Path) == 0 || v.Path[0] == "" || slices.ContainsFunc(s, func(o Octets) bool { return !isWindowsName(o) }) {
			return File{}, refuseName(path)
		}
		return v, nil
	}
	v.Path = splitOctets(name, `\`)
	if len(v.Path) < 2 || !isDrive(v.Path[0]) || v.Path[0][1] != ':' || slices.ContainsFunc(v.Path[1:], func(o Octets) bool { return !isWindowsName(o) }) {
		return File{}, refuseName(path)
	}
	return v, nil
}

// splitOctets returns the pieces of text between the separators, one or more.
func splitOctets(text, sep string) []Octets {
	s := make([]Octets, 0, strings.Count(text, sep)+1)
	for more := true; more; {
		var piece string
		piece, text, more = strings.Cut(text, sep)
		s = append(s, Octets(piece))
	}
	return s
}

// refuseName returns the error for a name that no file URL can stand for.
func refuseName(name string) error {
	return fmt.Errorf("file: %q is no full name: %w", Octets(name).Printable(), ErrNative)
}

// vmsRoot is the directory that holds all others of a device.
const vmsRoot = "000000"

// FileFromVMS returns the view of a full VMS file name,
// DEVICE:[DIRECTORY.DIRECTORY]NAME.TYPE;VERSION: the device and each directory
// become segments, the rest is the last one. With fold, letters are put in lower
// case, as VMS takes them to be the same. The directory [000000] is the device
// itself. Nodes, logins, relative directories and wild cards are refused with
// [ErrNative]. Source: rfc1738 3.10. Departs: in its example the name loses a
// digit; here it keeps them all (R12).
func FileFromVMS(name string, fold bool) (File, error) {
	device, rest, ok := strings.Cut(name, ":[")
	directory, file, closed := strings.Cut(rest, "]")
	if !ok || !closed || !isVMSName(device) || file != "" && !isVMSFile(file) {
		return File{}, refuseName(name)
	}
	path := []Octets{Octets(device)}
	for i, d := range splitOctets(directory, ".") {
		if !isVMSName(string(d)) {
			return File{}, refuseName(name)
		}
		if i > 0 || d != vmsRoot {
			path = append(path, d)
		}
	}
	path = append(path, Octets(file))
	if fold {
		for i := range path {
			path[i] = Octets(asciiLower(string(path[i])))
		}
	}
	return File{Path: path}, nil
}

// VMSName returns the VMS file name of v: the first segment is the device, the
// last one the file, those between the directories. With fold, letters are put
// in upper case. The host is the system's and no part of the name. It undoes
// [FileFromVMS]. The error is [ErrNative]. Source: rfc1738 3.10.
func (v File) VMSName(fold bool) (string, error) {
	last := len(v.Path) - 1
	if last < 1 {
		return "", fmt.Errorf("file: a device and a name are needed: %w", ErrNative)
	}
	for _, segment := range v.Path[:last] {
		if !isVMSName(string(segment)) {
			return "", refuseSegment(segment)
		}
	}
	file := v.Path[last]
	if file != "" && !isVMSFile(string(file)) {
		return "", refuseSegment(file)
	}
	directory := vmsRoot
	if last > 1 {
		directory = joinOctets(v.Path[1:last], ".")
	}
	name := string(v.Path[0]) + ":[" + directory + "]" + string(file)
	if fold {
		name = asciiUpper(name)
	}
	return name, nil
}

// isVMSName reports whether text is the name of a device or directory: letters,
// digits, "$", "_", "-", and any octet above 7F.
func isVMSName(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("$_-", c) >= 0 || c >= 0x80) {
			return false
		}
	}
	return text != "" && text != "-"
}

// isVMSFile reports whether text is NAME.TYPE;VERSION: type and version may be
// missing, and the name may be empty before a type.
func isVMSFile(text string) bool {
	file, version, ok := strings.Cut(text, ";")
	name, kind, dot := strings.Cut(file, ".")
	if ok && !isDigits(Octets(version)) {
		return false
	}
	return (isVMSName(name) || name == "" && dot) && (kind == "" || isVMSName(kind))
}

// asciiLower puts the letters A to Z in lower case; other octets stay.
func asciiLower(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// asciiUpper puts the letters a to z in upper case; other octets stay.
func asciiUpper(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
