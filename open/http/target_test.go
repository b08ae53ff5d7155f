package http

import "testing"

// F3: credentials that a server repeats are hidden, also in encoded form.
func TestHide(t *testing.T) {
	t.Parallel()
	c := &call{secrets: []string{"YWxpY2U6czNjcjN0", "s3cr3t"}}
	const want = "got xxxxx and xxxxx, 100%, %0D"
	if got := c.hide("got YWxpY2U6czNjcjN0 and s3cr3t, 100%, \r"); got != want {
		t.Errorf("hide = %q, want %q", got, want)
	}
}
