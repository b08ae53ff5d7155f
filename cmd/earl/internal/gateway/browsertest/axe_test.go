package browsertest

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/earl-url/earl/internal/npm"
	"github.com/earl-url/earl/internal/peers"
)

// axeCore is the program that checks the pages. The test downloads it with npm; it is not
// part of this module.
var axeCore = npm.Package{
	Name: "axe-core", Version: "4.10.3",
	Integrity: "sha512-Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg==",
}

// axe returns the script of axe-core.
func axe(t *testing.T) string {
	t.Helper()
	peers.Program(t, "npm")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	files, err := axeCore.Fetch(ctx, "axe.min.js")
	if err != nil && os.Getenv("EARL_PEERS_REQUIRED") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(files["axe.min.js"])
}

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

// violations returns the violations of the page, including minor ones. The driver of the browser
// runs the script, since the policy of the page does not allow it. If the page waits for its
// server, it omits the rules about the missing part.
func (t *tab) violations(script string) (found []violation) {
	t.Helper()
	var here bool
	if t.value(`"axe" in window`, &here); !here {
		if err := t.value(script+"\n;0", nil); err != nil {
			t.Fatalf("axe-core: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Evaluate(`axe.run(document, {iframes: false, resultTypes: ["violations"],
		rules: document.readyState === "loading" && !document.querySelector("main")
			? Object.fromEntries(["landmark-one-main", "page-has-heading-one", "region", "skip-link"].map((rule) => [rule, {enabled: false}])) : {}}).then((r) => r.violations
		.map((v) => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map((n) => n.target.join(" "))})))`,
		&found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil {
		t.Fatal(fmt.Errorf("axe-core: %w, on the page %s", err, t.at()))
	}
	return found
}
