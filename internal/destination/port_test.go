package destination

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// F1: the table is that of the Fetch Standard, with two more ports.
func TestBadPorts(t *testing.T) {
	if !slices.IsSorted(badPorts[:]) {
		t.Error("the bad ports are not sorted")
	}
	const file = "../../shared/conformance/badports.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("the list of the Fetch Standard is not here: %v", err)
	}
	want := []uint16{6379, 11211}
	for line := range strings.Lines(string(text)) {
		var port uint16
		if _, err := fmt.Sscanf(line, "%d\t", &port); err == nil && port != 0 { // 0 is not a port: port-range
			want = append(want, port)
		}
	}
	slices.Sort(want)
	if !slices.Equal(badPorts[:], want) {
		t.Errorf("bad ports %v, want %v", badPorts, want)
	}
}
