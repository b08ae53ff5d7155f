package readers

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestDisagrees(t *testing.T) {
	for _, tt := range []struct{ in, host, port, want string }{
		{"http://good.example/", "good.example", "80", ""},
		{"http://good.example/", "evil.example", "80", "boost"},
		{"http://good.example:8080/", "good.example", "", ""}, // a default port is no other server
		{"http://good.example:8080/", "good.example", "8081", "boost"},
		{"http://GOOD.example", "good.example", "80", ""},
		{"http://127.0.0.1.good.example/", "127.0.0.1.good.example", "", ""},
		{"http://x_y.example/", "x_y.example", "80", ""}, // java-uri finds no host
		{"http://good.example:/", "good.example", "80", ""},
		{"http://a@127.0.0.1:80@good.example/", "good.example", "80", "boost"},
	} {
		got := ""
		if r := Disagrees(tt.in, Reading{Scheme: "http", Host: tt.host, Port: tt.port}); r != nil {
			got = r.Name
		}
		if got != tt.want {
			t.Errorf("Disagrees(%q, %s:%s) = %q, want %q", tt.in, tt.host, tt.port, got, tt.want)
		}
	}
}

// All readers that accept a plain text, with which Disagrees asks one of them, find the
// same server. It can be confused with none.
func plainTextsAreRead(t *testing.T, text string) {
	want, ok := php.Read(text)
	if !ok {
		t.Errorf("php refuses %q", text)
	}
	for _, r := range all {
		if got, ok := r.Read(text); ok && (got.Guess || got.Server() != want.Server()) {
			t.Errorf("%s reads %+v in the plain text %q, want %+v", r.Name, got, text, want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, row := range rows {
		f.Add(row.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isPlain(text) {
			plainTextsAreRead(t, text)
		}
	})
}

// plainPieces are what a text can have that looks plain.
var plainPieces = strings.Fields(`a B b1 LOCALHOST 0 127 0x7f . . . - -- xn-- _ localhost example.com / / /../ /..;/ //evil.example @ : :80 :8080 :0 ? # ?@
	%2f %40 %00 %zz [::1] [ ] { } | ^ " ' < > ; = & + ~ * , ! $ ( ) \ http: evil.example`)

func TestPlainTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for range 100_000 {
		text := "http" + strings.Repeat("s", random.IntN(2)) + "://" + [...]string{"", "a", "b.example/", "c:81/"}[random.IntN(4)]
		for range 1 + random.IntN(8) {
			text += plainPieces[random.IntN(len(plainPieces))]
		}
		if isPlain(text) {
			plain++
			plainTextsAreRead(t, text)
		}
	}
	if plain < 5000 {
		t.Errorf("%d plain texts, want 5000 or more", plain)
	}
}

// Most real URLs are plain.
func TestOrdinaryTextsArePlain(t *testing.T) {
	data, err := os.ReadFile("../../shared/conformance/bench/top20k.txt")
	if err != nil {
		t.Skipf("no shared data beside this checkout: %v", err)
	}
	plain, all, quarter := 0, 0, 0
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSuffix(text, "\n")
		if all++; all%4 > 0 {
			continue
		}
		quarter++
		if isPlain(text) {
			plain++
			plainTextsAreRead(t, text)
		}
	}
	if plain*100 < quarter*98 {
		t.Errorf("%d of %d texts are plain", plain, quarter)
	}
}
