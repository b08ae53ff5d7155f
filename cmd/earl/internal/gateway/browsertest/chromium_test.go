package browsertest

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/earl-url/earl/internal/peers"
)

// rebound is a name that the browser resolves to this machine. An attacker does the same by
// changing the address of their own name.
const rebound = "rebound.example"

// chromium is the browser of all tests. Each test has its own context with its own cookies.
var chromium struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(status)
}

// browserProgram returns the path of a browser. The tests with browsers take minutes, so a test is
// skipped unless the environment asks for them.
func browserProgram(t *testing.T, name string) string {
	t.Helper()
	if os.Getenv("EARL_BROWSER") != "1" && os.Getenv("EARL_PEERS_REQUIRED") != "1" {
		t.Skip("tests with browsers take minutes: EARL_BROWSER=1 runs them")
	}
	return peers.Program(t, name)
}

// startChromium starts the browser if necessary, and returns a context in it.
func startChromium(t *testing.T) context.Context {
	t.Helper()
	program := browserProgram(t, "chromium")
	chromium.once.Do(func() {
		dir, err := os.MkdirTemp("", "earl-chromium-")
		if err != nil {
			chromium.err = err
			return
		}
		options := chromiumOptions(program, dir)
		allocated, cancelAll := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocated)
		chromium.ctx, chromium.err = ctx, chromedp.Run(ctx)
		chromium.stop = func() {
			cancel()
			cancelAll()
			os.RemoveAll(dir)
		}
	})
	if chromium.err != nil {
		t.Fatalf("chromium does not start: %v", chromium.err)
	}
	return chromium.ctx
}

// chromiumOptions returns the options of a browser with a profile in dir.
func chromiumOptions(program, dir string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.UserDataDir(dir), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("host-resolver-rules", "MAP "+rebound+" 127.0.0.1"),
		// The tests send requests from one site to another on this machine. The browser
		// would ask the user about them; the gateway must refuse them without that help.
		chromedp.Flag("disable-features", "Translate,BlockInsecurePrivateNetworkRequests,LocalNetworkAccessChecks,HttpsUpgrades"))
}

// newProfile returns the context of a tab in a new window until the test ends. The window
// shares no cookies with other windows.
func newProfile(t *testing.T) context.Context {
	t.Helper()
	browser := startChromium(t)
	executor := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	id, err := target.CreateBrowserContext().Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { target.DisposeBrowserContext(id).Do(executor) })
	window, err := target.CreateTarget("about:blank").WithBrowserContextID(id).WithNewWindow(true).Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithTargetID(window))
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil { // the tab exists as long as the context of its first run
		t.Fatal(err)
	}
	return ctx
}
