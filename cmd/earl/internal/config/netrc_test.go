package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// netrcText has everything that other readers of the format accept.
const netrcText = "# comment\nmacdef init\nmachine x login y\nbin\n\nmachine A.example. login alice password one\n" +
	"machine a.example login bob password \"t\\\"w\\no\" account acc\n\tmachine b.example\npassword #three\ndefault login any password four\n"

func TestNetrc(t *testing.T) {
	n, wrong := parseNetrc(netrcText)
	if wrong != 0 {
		t.Fatalf("line %d is wrong", wrong)
	}
	for _, tt := range []struct {
		host  string
		user  earl.Field
		typed bool
		want  string // login, password and account
	}{
		{"a.example", earl.Field{}, true, "alice one"},
		{"A.EXAMPLE.", earl.Field{}, true, "alice one"},
		{"a.example", earl.Some("bob"), true, "bob t\"w\no acc"},
		{"b.example", earl.Field{}, true, " #three"},
		{"b.example", earl.Some("carol"), true, " #three"},
		{"x", earl.Field{}, true, "any four"}, // the body of a macro is not a login
		{"c.example", earl.Field{}, true, "any four"},
		{"c.example", earl.Field{}, false, "none"},
		{"a.example", earl.Some("carol"), true, "none"},
		{"sub.a.example", earl.Field{}, false, "none"},
	} {
		got := "none"
		if e, ok := n.login(tt.host, tt.user, tt.typed); ok {
			password, _ := e.password.Reveal()
			account, has := e.account.Reveal()
			if got = string(e.login.Value) + " " + string(password); has {
				got += " " + string(account)
			}
		}
		if got != tt.want {
			t.Errorf("%s, user %q: %q, want %q", tt.host, tt.user.Value, got, tt.want)
		}
	}
}

func TestNetrcWrong(t *testing.T) {
	for text, line := range map[string]int{
		"": 0, "machine": 1, "machine h\nlogin": 2, "login x": 1, "machine h\n\nfoo bar": 3, "machine h password \"x\n": 1,
		"machine h\n\"": 2, "macdef x\na\nb": 0, "default\nlogin x": 0, "# all\n#": 0, "machine h passwd x": 1,
	} {
		if _, wrong := parseNetrc(text); wrong != line {
			t.Errorf("%q: line %d is wrong, want %d", text, wrong, line)
		}
	}
}

func TestNetrcFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "netrc")
	for _, tt := range []struct {
		text string
		mode os.FileMode
		warn bool
		bad  bool
	}{
		{netrcText, 0o600, false, false},
		{netrcText, 0o640, true, false},
		{netrcText, 0o604, true, false},
		{strings.Repeat("# more than there is room for\n", 40000), 0o600, false, true},
		{"machine h geheim", 0o600, false, true},
	} {
		os.Remove(path)
		if err := os.WriteFile(path, []byte(tt.text), tt.mode); err != nil {
			t.Fatal(err)
		}
		n, warning, err := readNetrc(path)
		if (err != nil) != tt.bad || (warning != "") != (tt.warn && runtime.GOOS != "windows") || !tt.bad && len(n) != 4 {
			t.Errorf("mode %o: %d machines, warning %q, %v", tt.mode, len(n), warning, err)
		}
		if err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("F3: %v", err)
		}
	}
}

// In any file each word is read once, and no value becomes a machine.
func FuzzNetrc(f *testing.F) {
	f.Add(netrcText)
	f.Add("machine \"\\")
	f.Add("macdef\n\n\nmacdef x")
	f.Fuzz(func(t *testing.T, text string) {
		n, wrong := parseNetrc(text)
		if wrong < 0 || wrong > 1+strings.Count(text, "\n") {
			t.Errorf("%q: line %d", text, wrong)
		}
		if len(n) > strings.Count(text, "machine")+strings.Count(text, "default") {
			t.Errorf("%q: %d machines", text, len(n))
		}
	})
}
