package earl

import (
	"encoding/json"
	"fmt"
	"testing"
)

// F3: reading a written secret does not give the password "xxxxx".
func TestSecretIsNotReadBack(t *testing.T) {
	b, err := json.Marshal(struct{ Password Secret }{NewSecret("geheim")})
	if err != nil || string(b) != `{"Password":"xxxxx"}` {
		t.Fatalf("Marshal = %s, %v", b, err)
	}
	var read struct{ Password Secret }
	if err := json.Unmarshal(b, &read); err == nil {
		t.Errorf("Unmarshal(%s) took the text for a password", b)
	}
	if err := json.Unmarshal([]byte(`{"Password":null}`), &read); err != nil {
		t.Errorf("Unmarshal of an absent secret: %v", err)
	}
	if _, ok := read.Password.Reveal(); ok {
		t.Error("an absent secret was read as present")
	}
}

// A11: a violation and a rule are readable when a program prints them.
func TestViolationsPrint(t *testing.T) {
	for v := range RFC1738.Check("http://u@h/|") {
		if got, want := fmt.Sprint(v, " / ", v.Rule), "bytes 8 to 9: rfc1738 5, no-user / rfc1738 5, no-user"; got != want {
			t.Errorf("Sprint = %q, want %q", got, want)
		}
		break
	}
}
