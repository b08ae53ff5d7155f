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

// linkifyVersion is the version of linkify-it to compare with.
const linkifyVersion = "5.0.0"

// linkifyScript reads a JSON array of texts. For each text it writes the start and end of the
// links that linkify-it finds, in bytes. Strict finds only links with a scheme, of more schemes
// than linkify-it knows by default.
const linkifyScript = `
const LinkifyIt = require('linkify-it')
const strict = process.argv[2] === 'strict'
const linkify = new LinkifyIt({fuzzyLink: !strict, fuzzyEmail: !strict})
if (strict) linkify.add('//', null)
for (const s of ['gopher', 'telnet', 'nntp', 'wais', 'prospero', 'file', 'ws', 'wss', 'git', 'ssh', 'sftp', 'irc', 'ldap', 'rtsp']) {
  linkify.add(s + ':', 'http:')
}
const octets = (text, end) => Buffer.byteLength(text.slice(0, end))
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'))
console.log(JSON.stringify(texts.map(t => (linkify.match(t) || []).map(m => [octets(t, m.index), octets(t, m.lastIndex)]))))
`

// A linkify is an installed linkify-it.
type linkify struct{ dir string }

// installLinkify installs linkify-it with npm into a directory of the test.
func installLinkify(t *testing.T) linkify {
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s here, which linkify-it needs", name)
		}
	}
	l := linkify{t.TempDir()}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", l.dir, "linkify-it@"+linkifyVersion)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("linkify-it cannot be installed: %v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(l.dir, "find.js"), []byte(linkifyScript), 0o666); err != nil {
		t.Fatal(err)
	}
	return l
}

// find returns the links of each text.
func (l linkify) find(t *testing.T, texts []string, strict bool) (spans [][][]int) {
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"find.js"}
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
		for i, spans := range l.find(t, texts, !c.loose) {
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
