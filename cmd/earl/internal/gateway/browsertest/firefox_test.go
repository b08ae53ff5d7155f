package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// firefoxSettings keep Firefox from using the network and from asking questions.
const firefoxSettings = `user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.search.update", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.push.connection.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("network.prefetch-next", false);
user_pref("network.proxy.type", 0);
user_pref("security.dialog_enable_delay", 0);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
`

// firefox is a Firefox with one tab, driven by WebDriver BiDi. The program is Debian's
// firefox-esr. Source: https://www.w3.org/TR/webdriver-bidi/.
type firefox struct {
	conn *websocket.Conn
	tab  string // its browsing context

	mu sync.Mutex // one command at a time
	id int
}

// startFirefox starts a Firefox with a new profile, until the test ends.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	program := browserProgram(t, "firefox-esr")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(firefoxSettings), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, program, "--headless", "--no-remote", "--remote-allow-system-access", "--remote-debugging-port", "0", "--profile", dir)
	command.Env = append(os.Environ(), "HOME="+dir, "MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=900")
	messages, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		io.Copy(io.Discard, messages)
		command.Wait()
	})
	address := listening(messages)
	if address == "" {
		t.Fatal("firefox does not say where it listens")
	}
	go io.Copy(io.Discard, messages)
	f := &firefox{}
	if f.conn, _, err = websocket.Dial(ctx, address+"/session", nil); err != nil {
		t.Fatal(err)
	}
	f.conn.SetReadLimit(16 << 20)
	t.Cleanup(func() { f.conn.CloseNow() })
	var tree struct {
		Contexts []struct{ Context string }
	}
	err = errors.Join(f.command("session.new", object{"capabilities": object{}}, nil), f.command("browsingContext.getTree", object{}, &tree))
	if err != nil || len(tree.Contexts) == 0 {
		t.Fatalf("firefox has no tab: %v", err)
	}
	f.tab = tree.Contexts[0].Context
	if err := f.command("browsingContext.setViewport", object{"context": f.tab, "viewport": object{"width": 1280, "height": 800}}, nil); err != nil {
		t.Fatal(err)
	}
	return f
}

// listening returns the address of the WebSocket that Firefox announces.
func listening(messages io.Reader) string {
	lines := bufio.NewScanner(messages)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); found {
			return strings.TrimSpace(address)
		}
	}
	return ""
}

// object is an object of JSON.
type object = map[string]any

// command sends a command and reads its result. Events are left out: none is subscribed.
func (f *firefox) command(method string, params object, result any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	f.id++
	text, err := json.Marshal(object{"id": f.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := f.conn.Write(ctx, websocket.MessageText, text); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		_, text, err := f.conn.Read(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var answer struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case answer.ID != f.id:
			continue
		case answer.Error != "":
			return fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	}
}

// navigate opens a URL in the tab.
func (f *firefox) navigate(url string) error {
	return f.command("browsingContext.navigate", object{"context": f.tab, "url": url, "wait": "complete"}, nil)
}

// evaluate stores the value of an expression of the page, which JSON can represent.
func (f *firefox) evaluate(expression string, to any) error {
	return f.evaluateIn(f.tab, expression, to)
}

// evaluateIn is evaluate for a browsing context.
func (f *firefox) evaluateIn(tab, expression string, to any) error {
	var result struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.command("script.evaluate", object{
		"expression": "JSON.stringify(" + expression + ")", "target": object{"context": tab}, "awaitPromise": true,
	}, &result)
	switch {
	case err != nil:
		return err
	case result.Type != "success":
		return errors.New(result.ExceptionDetails.Text)
	case result.Result.Value == "":
		return fmt.Errorf("%s has no value", expression)
	}
	return json.Unmarshal([]byte(result.Result.Value), to)
}

// agree accepts all open questions of the browser, and chooses the first program of a list.
// It returns the number of questions.
func (f *firefox) agree() (n int, err error) {
	var tree struct {
		Contexts []struct{ Context string }
	}
	err = f.command("browsingContext.getTree", object{"moz:scope": "chrome"}, &tree)
	if err != nil || len(tree.Contexts) == 0 {
		return 0, fmt.Errorf("firefox has no window: %w", err)
	}
	err = f.evaluateIn(tree.Contexts[0].Context, `(() => {
		const bars = [...document.querySelectorAll("notification-message button.primary")];
		const dialogs = [...document.querySelectorAll(".dialogFrame")].map((f) => f.contentDocument?.querySelector("dialog")).filter(Boolean);
		for (const bar of bars) bar.click();
		for (const dialog of dialogs) {
			dialog.querySelector("richlistitem")?.click();
			dialog.getButton("accept").click();
		}
		return bars.length + dialogs.length;
	})()`, &n)
	return n, err
}

// click clicks on a point of the window.
func (f *firefox) click(x, y float64) error {
	return f.command("input.performActions", object{"context": f.tab, "actions": []object{{
		"type": "pointer", "id": "mouse", "parameters": object{"pointerType": "mouse"},
		"actions": []object{
			{"type": "pointerMove", "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
		},
	}}}, nil)
}

// back goes back by one page.
func (f *firefox) back() error {
	return f.command("browsingContext.traverseHistory", object{"context": f.tab, "delta": -1}, nil)
}

// reload loads the page again.
func (f *firefox) reload() error {
	return f.command("browsingContext.reload", object{"context": f.tab, "wait": "complete"}, nil)
}
