package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/earl-url/earl/extract"
)

// linkifyPackages are the versions of linkify-it and linkifyjs to compare with.
var linkifyPackages = []string{"linkify-it@6.1.0", "linkifyjs@4.4.0"}

// linkifySchemes are schemes that linkify-it and linkifyjs do not know by default.
const linkifySchemes = `
const schemes = ['gopher', 'telnet', 'nntp', 'wais', 'prospero', 'file', 'ws', 'wss', 'git', 'ssh', 'sftp', 'irc', 'ldap', 'rtsp']
const strict = process.argv[2] === 'strict'
const octets = (text, end) => Buffer.byteLength(text.slice(0, end))
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'))
`

// linkifyScript reads a JSON array of texts. For each text it writes the start and end of the
// links that linkify-it finds, in bytes. Strict finds only links with a scheme.
const linkifyScript = linkifySchemes + `
const {LinkifyIt} = require('linkify-it')
const linkify = new LinkifyIt({fuzzyLink: !strict, fuzzyEmail: !strict})
if (strict) linkify.add('//', null)
for (const s of schemes) linkify.add(s + ':', linkify.__schemas__['http:'])
console.log(JSON.stringify(texts.map(t => (linkify.match(t) || []).map(m => [octets(t, m.index), octets(t, m.lastIndex)]))))
`

// linkifyjsScript does the same with linkifyjs.
const linkifyjsScript = linkifySchemes + `
const linkify = require('linkifyjs')
for (const s of schemes) if (!['file', 'mailto'].includes(s)) linkify.registerCustomProtocol(s)
const wanted = m => !strict || /^[a-z][a-z0-9+.-]*:/i.test(m.value)
console.log(JSON.stringify(texts.map(t => linkify.find(t).filter(wanted).map(m => [octets(t, m.start), octets(t, m.end)]))))
`

// A linkify is an installed linkify-it, with linkifyjs.
type linkify struct{ dir string }

// installLinkify installs linkify-it and linkifyjs with npm into a directory of the test.
func installLinkify(t *testing.T) linkify {
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s here, which linkify-it needs", name)
		}
	}
	l := linkify{t.TempDir()}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", l.dir}, linkifyPackages...)...)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("%s cannot be installed: %v: %s", linkifyPackages, err, out)
	}
	for name, script := range map[string]string{"find.js": linkifyScript, "linkifyjs.js": linkifyjsScript} {
		if err := os.WriteFile(filepath.Join(l.dir, name), []byte(script), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// find returns the links of each text that a script finds.
func (l linkify) find(t *testing.T, script string, texts []string, strict bool) (spans [][][]int) {
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{script}
	if strict {
		args = append(args, "strict")
	}
	c := exec.Command("node", args...)
	c.Dir, c.Stdin, c.Stderr = l.dir, bytes.NewReader(input), os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &spans); err != nil || len(spans) != len(texts) {
		t.Fatalf("%d answers for %d texts: %v", len(spans), len(texts), err)
	}
	return spans
}

// On the labelled set earl finds at least the URLs that linkify-it finds, and has no more
// errors. SPEC E1, E3.
func TestExtractAgainstLinkify(t *testing.T) {
	l := installLinkify(t)
	list := labelledLines(t)
	var texts []string
	for _, line := range list {
		texts = append(texts, line.text)
	}
	for _, c := range []struct {
		name  string
		ours  finder
		loose bool
	}{
		{"with a scheme", byEarl(extract.Options{}), false},
		{"loose", byEarl(extract.Options{Hosts: true, Addresses: true}), true},
	} {
		found := map[string][][]int{}
		for i, spans := range l.find(t, "find.js", texts, !c.loose) {
			found[texts[i]] = spans
		}
		theirs := func(text []byte) [][]int { return found[string(text)] }
		precision, recall := score(list, c.ours, c.loose)
		theirPrecision, theirRecall := score(list, theirs, c.loose)
		t.Logf("%s, %d lines: precision %.4f, recall %.4f; linkify-it %.4f, %.4f", c.name, len(list), precision, recall, theirPrecision, theirRecall)
		if theirRecall < 0.3 {
			t.Errorf("%s: linkify-it finds next to nothing: what does this test measure?", c.name)
		}
		if precision < theirPrecision || recall < theirRecall {
			t.Errorf("%s: worse than linkify-it", c.name)
		}
	}
}
