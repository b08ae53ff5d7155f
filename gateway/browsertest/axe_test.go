package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/earl-url/earl/internal/peers"
)

// axeVersion is the release of axe-core that judges the pages. It is fetched by
// npm, and not a part of this module.
const axeVersion = "4.10.3"

// axe returns the script of axe-core.
func axe(t *testing.T) string {
	t.Helper()
	npm := peers.Program(t, "npm")
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	pack := exec.CommandContext(ctx, npm, "pack", "--silent", "axe-core@"+axeVersion)
	pack.Dir = dir
	if out, err := pack.CombinedOutput(); err != nil {
		if os.Getenv("EARL_PEERS_REQUIRED") == "1" {
			t.Fatalf("npm pack: %v: %s", err, out)
		}
		t.Skipf("no axe-core: npm pack: %v: %s", err, out)
	}
	unpack := exec.CommandContext(ctx, "tar", "xzf", "axe-core-"+axeVersion+".tgz", "package/axe.min.js")
	unpack.Dir = dir
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "package", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// offence is a rule that a page breaks, as axe-core says it.
type offence struct {
	ID, Impact, Help string
	Nodes            []string
}

// Every kind of page is without a serious or critical offence against the rules
// of accessibility, by light, by dark and on a telephone; so axe-core finds, which
// finds offences on a page that has some.
func TestBrowserAccessibility(t *testing.T) {
	script := axe(t)
	b := sit(t).enter()
	b.do(chromedp.Evaluate(`document.body.innerHTML += '<img src="/static/icon.svg"><input type="text"><p style="color:#ddd">pale</p>'`, nil))
	if found := b.judge(script); len(found) < 2 {
		t.Fatalf("a page without labels and alternatives is found to have %v", found)
	}
	for _, k := range kinds() {
		b.do(wide, dark(false))
		k.show(b)
		for _, screen := range []struct {
			name   string
			action chromedp.Action
		}{{"light", dark(false)}, {"dark", dark(true)}, {"narrow", narrow}} {
			b.do(screen.action)
			for _, o := range b.judge(script) {
				t.Errorf("%s, %s: %s, %s: %s: %s", k.name, screen.name, o.Impact, o.ID, o.Help, strings.Join(o.Nodes, " "))
			}
		}
	}
}

// judge returns the serious and critical offences of the page. The script is run
// as the one who drives the browser runs it: the page's policy lets none in.
func (t *tab) judge(script string) (found []offence) {
	t.Helper()
	var here bool
	if t.value(`"axe" in window`, &here); !here {
		if err := t.value(script+"\n;0", nil); err != nil {
			t.Fatalf("axe-core: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Evaluate(`axe.run(document, {iframes: false, resultTypes: ["violations"]}).then((r) => r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map((n) => n.target.join(" "))})))`,
		&found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil {
		t.Fatal(fmt.Errorf("axe-core: %w, on the page %s", err, t.at()))
	}
	return found
}
