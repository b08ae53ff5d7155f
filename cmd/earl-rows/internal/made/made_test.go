package made

import (
	"testing"

	"github.com/earl-url/earl"
)

// The URLs are what the package says.
func TestAppend(t *testing.T) {
	const n = 100_000
	bytes, bad := 0, 0
	hosts := map[string]int{}
	for i := range n {
		text := string(Append(nil, i))
		bytes += len(text)
		u, err := earl.RFC3986.Parse(text)
		if err != nil {
			bad++
			continue
		}
		host, _ := u.Host()
		hosts[host]++
	}
	if mean := float64(bytes) / n; mean < 57 || mean > 59 {
		t.Errorf("%.1f bytes on average, want 58", mean)
	}
	if bad < n*10/1000 || bad > n*12/1000 {
		t.Errorf("%d of %d are not valid, want 1.1 %%", bad, n)
	}
	if most := hosts["www.article-1.org"]; len(hosts) < 20_000 || most < 1000 {
		t.Errorf("%d hosts, the first in %d URLs", len(hosts), most)
	}
	if first, again := string(Append(nil, 7)), string(Append([]byte("x"), 7)); again != "x"+first {
		t.Errorf("URL 7 is %q, and then %q", first, again)
	}
}
