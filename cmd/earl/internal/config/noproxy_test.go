package config

import "testing"

// P21: a range that is not understood is not absent.
func TestNoProxyRefusesRangesItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"": true, "*": true, "10.0.0.0/8, .example.org": true, "10.1.2.3/8": true, "fd00::/8": true, "h:80 [::1]": true,
		"10.0.0.0/33": false, "10.0.0/8": false, "example.org/8": false, "h,10.0.0.0/": false, "fd00::/129": false, "10.0.0.0/8:80": false,
	} {
		if err := newNoProxy(text).check(); (err == nil) != ok {
			t.Errorf("newNoProxy(%q).check() = %v, want valid %v", text, err, ok)
		}
	}
}
