package views

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// ErrNative is the error for a file view or a file name that has no equivalent
// on the given system. It is wrapped with the reason.
var ErrNative = errors.New("not possible on this system")

// NativePath returns the file name of v on the system goos, a value of GOOS.
// "windows" has drives and backslashes; all other systems have the slashes of
// Unix. It is the inverse of [FileFromNative]. It refuses a view whose name
// would mean another file: one with a NUL, with a separator inside a segment,
// or with another host. The error is [ErrNative]. Source: rfc1738 3.10.
func (v File) NativePath(goos string) (string, error) {
	switch {
	case !v.IsLocal():
		return "", fmt.Errorf("file: the host %q is not this machine: %w", v.Host.Printable(), ErrNative)
	case len(v.Path) == 0:
		return "", fmt.Errorf("file: the path is missing: %w", ErrNative)
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

// IsLocal reports whether v is on this machine: its host is empty or
// "localhost", in upper or lower case. Source: rfc1738 3.10.
func (v File) IsLocal() bool {
	return v.Host == "" || strings.EqualFold(string(v.Host), "localhost")
}

// windowsPath joins the drive and the segments: "/c:/x" and "/c|/x" become
// c:\x.
func (v File) windowsPath() (string, error) {
	drive, path := v.Path[0], v.Path[1:]
	if !isDrive(drive) {
		return "", fmt.Errorf("file: %q is not a drive: %w", drive.Printable(), ErrNative)
	}
	for _, segment := range path {
		if !isWindowsName(segment) {
			return "", refuseSegment(segment)
		}
	}
	return string(drive[:1]) + `:\` + joinOctets(path, `\`), nil
}

// UNCPath returns the Windows name \\host\share\path of v. Opening such a name
// connects to the host and may send it a user name and password. The error is
// [ErrNative]. Source: rfc8089 E.3.1.
func (v File) UNCPath() (string, error) {
	if v.Host == "" || !isWindowsName(v.Host) || len(v.Path) == 0 || v.Path[0] == "" {
		return "", fmt.Errorf("file: the host or the share is missing: %w", ErrNative)
	}
	for _, segment := range v.Path {
		if !isWindowsName(segment) {
			return "", refuseSegment(segment)
		}
	}
	return `\\` + string(v.Host) + `\` + joinOctets(v.Path, `\`), nil
}

// refuseSegment returns the error for a segment that cannot be in a file name.
func refuseSegment(segment earl.Octets) error {
	return fmt.Errorf("file: a file name with the segment %q: %w", segment.Printable(), ErrNative)
}

// joinOctets joins segments that do not contain sep.
func joinOctets(s []earl.Octets, sep string) string {
	var b strings.Builder
	for i, o := range s {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(string(o))
	}
	return b.String()
}

// isDrive reports whether o is a letter and ":", or "|" as in older URLs.
func isDrive(o earl.Octets) bool {
	return len(o) == 2 && 'a' <= o[0]|0x20 && o[0]|0x20 <= 'z' && (o[1] == ':' || o[1] == '|')
}

// isWindowsName reports whether o has no character that Windows forbids in
// names or reads as a separator, a drive or a stream. It may be empty.
func isWindowsName(o earl.Octets) bool {
	for i := range len(o) {
		if o[i] < ' ' || strings.IndexByte(`\/:*?"<>|`, o[i]) >= 0 {
			return false
		}
	}
	return true
}

// FileFromNative returns the view of an absolute file name on the system goos,
// a value of GOOS. On Windows this is a drive with a path, with / or \, or a
// UNC name \\host\share\path. The error is [ErrNative]. For every Unix file
// name, [File.NativePath] of the result is the same name. Source: rfc1738 3.10.
func FileFromNative(goos, path string) (File, error) {
	if goos == "windows" {
		return fileFromWindows(path)
	}
	if !strings.HasPrefix(path, "/") || strings.Contains(path, "\x00") {
		return File{}, refuseName(path)
	}
	return File{Path: splitOctets(path[1:], "/")}, nil
}

// fileFromWindows reads names of the forms c:\x and \\host\share\x.
func fileFromWindows(path string) (File, error) {
	name := strings.ReplaceAll(path, "/", `\`)
	var v File
	if unc, ok := strings.CutPrefix(name, `\\`); ok {
		s := splitOctets(unc, `\`)
		v = File{Host: s[0], Path: s[1:]}
		if v.Host == "." || v.Host == "?" || v.Host == "" || len(v.Path) == 0 || v.Path[0] == "" || slices.ContainsFunc(s, func(o earl.Octets) bool { return !isWindowsName(o) }) {
			return File{}, refuseName(path)
		}
		return v, nil
	}
	v.Path = splitOctets(name, `\`)
	if len(v.Path) < 2 || !isDrive(v.Path[0]) || v.Path[0][1] != ':' || slices.ContainsFunc(v.Path[1:], func(o earl.Octets) bool { return !isWindowsName(o) }) {
		return File{}, refuseName(path)
	}
	return v, nil
}

// splitOctets returns the pieces of text between the separators, one or more.
func splitOctets(text, sep string) []earl.Octets {
	s := make([]earl.Octets, 0, strings.Count(text, sep)+1)
	for more := true; more; {
		var piece string
		piece, text, more = strings.Cut(text, sep)
		s = append(s, earl.Octets(piece))
	}
	return s
}

// refuseName returns the error for a name that no file URL can represent.
func refuseName(name string) error {
	return fmt.Errorf("file: %q is not a full file name: %w", earl.Octets(name).Printable(), ErrNative)
}

// vmsRoot is the directory that contains all others of a device.
const vmsRoot = "000000"

// FileFromVMS returns the view of a full VMS file name,
// DEVICE:[DIRECTORY.DIRECTORY]NAME.TYPE;VERSION. The device and each directory
// become segments; the rest is the last segment. If fold is true, it converts
// the name to lower case, because VMS ignores case. The directory [000000] is
// the device itself. Nodes, logins, relative directories and wildcards are
// refused with [ErrNative]. Source: rfc1738 3.10. Departs: the RFC's example
// loses a digit of the name; this function keeps all digits (R12).
func FileFromVMS(name string, fold bool) (File, error) {
	device, rest, ok := strings.Cut(name, ":[")
	directory, file, closed := strings.Cut(rest, "]")
	if !ok || !closed || !isVMSName(device) || file != "" && !isVMSFile(file) {
		return File{}, refuseName(name)
	}
	path := []earl.Octets{earl.Octets(device)}
	for i, d := range splitOctets(directory, ".") {
		if !isVMSName(string(d)) {
			return File{}, refuseName(name)
		}
		if i > 0 || d != vmsRoot {
			path = append(path, d)
		}
	}
	path = append(path, earl.Octets(file))
	if fold {
		for i := range path {
			path[i] = earl.Octets(asciiLower(string(path[i])))
		}
	}
	return File{Path: path}, nil
}

// VMSName returns the VMS file name of v. The first segment is the device, the
// last one the file, and those between are the directories. If fold is true, it
// converts letters to upper case. The host is not part of the name. It is the
// inverse of [FileFromVMS]. The error is [ErrNative]. Source: rfc1738 3.10.
func (v File) VMSName(fold bool) (string, error) {
	last := len(v.Path) - 1
	if last < 1 {
		return "", fmt.Errorf("file: a VMS file name needs a device and a name: %w", ErrNative)
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
// digits, "$", "_", "-", and bytes above 0x7F.
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
	if ok && !isDigits(earl.Octets(version)) {
		return false
	}
	return (isVMSName(name) || name == "" && dot) && (kind == "" || isVMSName(kind))
}

// asciiLower converts the letters A to Z to lower case; other bytes stay.
func asciiLower(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// asciiUpper converts the letters a to z to upper case; other bytes stay.
func asciiUpper(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
