package views

import (
	"errors"
	"reflect"
	"testing"
	"testing/quick"

	"github.com/earl-url/earl"
)

func TestFileNativePath(t *testing.T) {
	for _, row := range []struct{ src, goos, in, want string }{ // want "" means that the name is refused
		{"B15", "linux", "file:///etc/motd", "/etc/motd"},
		{"B15", "linux", "file://LOCALHOST/etc/motd", "/etc/motd"},
		{"B15", "linux", "file://localhost/", "/"},
		{"B15", "plan9", "file:////a//b/", "//a//b/"},
		{"B15", "linux", "file:///a%20b%FF%5C", "/a b\xFF\\"},
		{"B15 A4", "linux", "file:///a%2Fb", ""},
		{"B15 F2", "linux", "file:///a%00", ""},
		{"B15", "linux", "file://vms.host.edu/a", ""},
		{"B15", "windows", "file:///c:/a/b", `c:\a\b`},
		{"B15", "windows", "file:///C%7C/a", `C:\a`},
		{"B15", "windows", "file:///c:/", `c:\`},
		{"B15", "windows", "file:///c:", `c:\`},
		{"B15", "windows", "file:///a/b", ""},
		{"B15", "windows", "file:///1:/b", ""},
		{"B15", "windows", "file:///c:/a:b", ""},
		{"B15", "windows", "file:///c:/a%5Cb", ""},
		{"B15", "windows", "file:///c:/a%2Fb", ""},
		{"B15", "windows", "file:///c:/a%00", ""},
		{"B15", "windows", "file://server/share/a", ""},
	} {
		v, err := ParseFile(earl.RFC1738.MustParse(row.in))
		if err != nil {
			t.Fatal(err)
		}
		got, err := v.NativePath(row.goos)
		if got != row.want || errors.Is(err, ErrNative) != (row.want == "") {
			t.Errorf("%s: %s name of %q = %q, %v, want %q", row.src, row.goos, row.in, got, err, row.want)
		}
	}
	if _, err := (File{}).NativePath("linux"); !errors.Is(err, ErrNative) {
		t.Errorf("NativePath of a File without path: %v", err)
	}
}

func TestFileFromNative(t *testing.T) {
	for _, row := range []struct{ src, goos, in, want string }{
		{"A27", "linux", "/etc/motd", "file:///etc/motd"},
		{"A27", "linux", "/", "file:///"},
		{"A27", "linux", "/a b/\xFF;#?%", "file:///a%20b/%FF%3B%23?%25"},
		{"A27", "linux", "etc/motd", ""},
		{"A27", "linux", "", ""},
		{"A27", "linux", "/a\x00", ""},
		{"A27", "windows", `C:\a b\c`, "file:///C:/a%20b/c"},
		{"A27", "windows", `C:/a\c`, "file:///C:/a/c"},
		{"A27", "windows", `C:\`, "file:///C:/"},
		{"A27", "windows", `C:`, ""},
		{"A27", "windows", `C|\a`, ""},
		{"A27", "windows", `\a`, ""},
		{"A27", "windows", `a`, ""},
		{"A27", "windows", `C:\a:b`, ""},
		{"A27", "windows", `\\server\share\a`, "file://server/share/a"},
		{"A27", "windows", `\\server\share`, "file://server/share"},
		{"A27", "windows", `\\server`, ""},
		{"A27", "windows", `\\server\`, ""},
		{"A27", "windows", `\\?\C:\a`, ""},
		{"A27", "windows", `\\.\pipe\a`, ""},
	} {
		v, err := FileFromNative(row.goos, row.in)
		if errors.Is(err, ErrNative) != (row.want == "") {
			t.Errorf("%s: FileFromNative(%s, %q) = %v, %v", row.src, row.goos, row.in, v, err)
		}
		if err != nil {
			continue
		}
		if u, err := v.URL(earl.RFC1738); err != nil || u.String() != row.want {
			t.Errorf("%s: URL of %s %q = %q, %v, want %q", row.src, row.goos, row.in, u, err, row.want)
		}
	}
}

// A27: every name that a Unix system can have can be converted to a URL and
// back.
func TestUnixNamesSurviveTheirURL(t *testing.T) {
	survives := func(name []byte) bool {
		path := "/" + string(earl.Octets(name))
		v, err := FileFromNative("linux", path)
		if err != nil {
			return errors.Is(err, ErrNative) // a NUL
		}
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
			u, err := v.URL(e)
			if err != nil {
				return false
			}
			back, err := ParseFile(u)
			if err != nil || !reflect.DeepEqual(back, v) {
				return false
			}
			if got, err := back.NativePath("linux"); err != nil || got != path {
				return false
			}
		}
		return true
	}
	if err := quick.Check(survives, &quick.Config{MaxCount: 2000}); err != nil {
		t.Error(err)
	}
	for c := range 255 {
		if !survives([]byte{byte(c + 1), '/', byte(c + 1)}) {
			t.Errorf("byte 0x%02X changes", c+1)
		}
	}
}

func TestFileUNCPath(t *testing.T) {
	v, err := FileFromNative("windows", `\\server\share\a b\`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.UNCPath(); err != nil || got != `\\server\share\a b\` {
		t.Errorf("UNCPath = %q, %v", got, err)
	}
	for _, v := range []File{{}, {Path: []earl.Octets{"a"}}, {Host: "h"}, {Host: "h", Path: []earl.Octets{""}}, {Host: "h", Path: []earl.Octets{"a", `b\c`}}, {Host: `h\x`, Path: []earl.Octets{"a"}}} {
		if got, err := v.UNCPath(); !errors.Is(err, ErrNative) {
			t.Errorf("UNCPath of %v = %q, %v", v, got, err)
		}
	}
}

func TestVMSNames(t *testing.T) {
	for _, row := range []struct {
		src, name, kept, folded string // the URLs; "" means that the name is refused
	}{
		{"3.10 B15 R12", "DISK$USER:[MY.NOTES]NOTE123456.TXT", "file:///DISK$USER/MY/NOTES/NOTE123456.TXT", "file:///disk$user/my/notes/note123456.txt"},
		{"A27", "DKA0:[000000]A.B", "file:///DKA0/A.B", "file:///dka0/a.b"},
		{"A27", "D:[A]X.TXT;3", "file:///D/A/X.TXT%3B3", "file:///d/a/x.txt%3B3"},
		{"A27", "D:[A.B]", "file:///D/A/B/", "file:///d/a/b/"},
		{"A27", "D:[A].LOGIN", "file:///D/A/.LOGIN", "file:///d/a/.login"},
		{"A27", "D:[A]X", "file:///D/A/X", "file:///d/a/x"},
		{"B15", "D:X.TXT", "", ""},
		{"B15", "[A]X.TXT", "", ""},
		{"B15", "D:[.A]X.TXT", "", ""},
		{"B15", "D:[A...]X.TXT", "", ""},
		{"B15", "D:[-]X.TXT", "", ""},
		{"B15", "D:[A]*.TXT", "", ""},
		{"B15", "D:[A]X.TXT;A", "", ""},
		{"B15", "D:[A]X.Y.Z", "", ""},
		{"B15", `NODE"u p"::D:[A]X.Y`, "", ""},
		{"B15", "D:[A", "", ""},
		{"B15", "", "", ""},
	} {
		for fold, want := range map[bool]string{false: row.kept, true: row.folded} {
			v, err := FileFromVMS(row.name, fold)
			if errors.Is(err, ErrNative) != (want == "") {
				t.Errorf("%s: FileFromVMS(%q, %v) = %v, %v", row.src, row.name, fold, v, err)
			}
			if err != nil {
				continue
			}
			u, err := v.URL(earl.RFC1738)
			if err != nil || u.String() != want {
				t.Errorf("%s: URL of %q = %q, %v, want %q", row.src, row.name, u, err, want)
			}
			back, err := ParseFile(u)
			if err != nil {
				t.Fatal(err)
			}
			if name, err := back.VMSName(fold); err != nil || name != row.name {
				t.Errorf("%s: VMSName of %q = %q, %v, want %q", row.src, u, name, err, row.name)
			}
		}
	}
	for _, v := range []File{{}, {Path: []earl.Octets{"a"}}, {Path: []earl.Octets{"a", "b", "c.d.e"}}, {Path: []earl.Octets{"a:", "b"}}, {Path: []earl.Octets{"a", "b]", "c"}}} {
		if name, err := v.VMSName(true); !errors.Is(err, ErrNative) {
			t.Errorf("VMSName of %v = %q, %v", v, name, err)
		}
	}
}
