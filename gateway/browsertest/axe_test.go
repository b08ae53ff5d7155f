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

// axeCore is what judges the pages. It is fetched by npm, and not a part of this
// module.
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

// offence is a rule that a page breaks, as axe-core says it.
type offence struct {
	ID, Impact, Help string
	Nodes            []string
}

// judge returns the offences of the page, those of the least impact included. The
// script is run as the driver of the browser runs it: the page's policy lets none in. Of
// a page that waits for its server, the rules about the part that comes later are left out.
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
