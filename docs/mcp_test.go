package docs_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mcp.md describes each option of earl mcp, and its configurations are valid.
func TestMCPPage(t *testing.T) {
	page := pages(t)["mcp.md"]
	help, err := shell(t, t.TempDir(), "earl help mcp").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, flags, _ := strings.Cut(string(help), "\nFlags:\n")
	options := regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`).FindAllStringSubmatch(flags, -1)
	if len(options) < 7 {
		t.Fatalf("%d options in the help of mcp", len(options))
	}
	var known []string
	for _, m := range options {
		known = append(known, m[1])
		if m[1] != "--help" && !strings.Contains(page, "`"+m[1]) {
			t.Errorf("mcp.md: describe %s", m[1])
		}
	}
	type server struct {
		Command string
		Args    []string
	}
	servers := 0
	for _, block := range regexp.MustCompile("(?ms)^```json\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		var c struct {
			Servers map[string]server `json:"mcpServers"`
			server
		}
		if err := json.Unmarshal([]byte(block[1]), &c); err != nil {
			t.Errorf("mcp.md: %v in %s", err, block[1])
		}
		for _, s := range append([]server{c.server}, c.Servers["earl"]) {
			if s.Command == "" {
				continue
			}
			servers++
			if s.Command != "earl" || len(s.Args) == 0 || s.Args[0] != "mcp" {
				t.Errorf("mcp.md: the command is %q %q", s.Command, s.Args)
			}
			for _, arg := range s.Args {
				if strings.HasPrefix(arg, "--") && !slices.Contains(known, arg) {
					t.Errorf("mcp.md: %s is not an option", arg)
				}
			}
		}
	}
	if servers != 2 {
		t.Errorf("mcp.md has %d configurations, want 2", servers)
	}
}
