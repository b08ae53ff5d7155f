package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/internal/lzma"
)

//go:embed static
var static embed.FS

// program is the package of the WebAssembly module.
const program = "./integrations/web/wasm"

// runtimeFile is the part of Go's runtime that is JavaScript, below GOROOT.
const runtimeFile = "lib/wasm/wasm_exec.js"

// build returns the files of the page and of the npm package, by their names. root is the
// root of the repository.
func build(ctx context.Context, root, version string) (map[string][]byte, error) {
	module, err := compile(ctx, root)
	if err != nil {
		return nil, err
	}
	b, err := goCommand(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	goroot := string(bytes.TrimSpace(b))
	runtime, err := os.ReadFile(filepath.Join(goroot, filepath.FromSlash(runtimeFile)))
	if err != nil {
		return nil, err
	}
	licences, err := notices(ctx, root, goroot)
	if err != nil {
		return nil, err
	}
	p := parts{
		packed:  `const packed = "` + base64.StdEncoding.EncodeToString(lzma.Compress(module)) + "\";\n",
		runtime: "const runtime = (globalThis) => {\n" + string(runtime) + "};\n",
		load:    text("lzma.js") + text("load.js"),
	}
	files := map[string][]byte{
		"page/index.html":      []byte(text("index.html")),
		"page/page.js":         []byte(text("page.js")),
		"page/earl.js":         []byte(p.script()),
		"page/THIRD-PARTY.txt": licences,
		"npm/index.js":         []byte(p.index()),
		"npm/module.js":        []byte("export " + p.packed),
		"npm/index.d.ts":       []byte(text("index.d.ts")),
		"npm/README.md":        []byte(text("npm.md")),
		"npm/THIRD-PARTY.txt":  licences,
	}
	for name, from := range map[string]string{
		"page/style.css": "cmd/earl/internal/gateway/static/style.css", "page/icon.svg": "cmd/earl/internal/gateway/static/icon.svg", "page/icons.svg": "cmd/earl/internal/gateway/static/icons.svg",
		"page/LICENSE": "LICENSE", "npm/LICENSE": "LICENSE",
	} {
		if files[name], err = os.ReadFile(filepath.Join(root, filepath.FromSlash(from))); err != nil {
			return nil, err
		}
	}
	files["npm/package.json"], err = manifest(version)
	return files, err
}

// parts are pieces of scripts.
type parts struct{ packed, runtime, load string }

// script returns the script of the page, which sets earl to a promise of the functions. It
// is not an ES module: browsers do not load modules from a disk.
func (p parts) script() string {
	return "\"use strict\";\nconst earl = (() => {\n" + p.packed + p.runtime + p.load + "return load();\n})();\n"
}

// exports are the functions of the npm package.
const exports = "parse, check, resolve, normalize, explain"

// index returns the ES module of the npm package.
func (p parts) index() string {
	return "import { packed } from \"./module.js\";\n" + p.runtime + p.load + "export const { " + exports + " } = await load();\n"
}

// text returns a file of the directory static.
func text(name string) string {
	b, err := static.ReadFile("static/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// compile returns the program integrations/web/wasm. It makes plans only, and has no inlined functions, so
// that it is small.
func compile(ctx context.Context, root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "earl-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "earl.wasm")
	if _, err := goCommand(ctx, root, "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w", "-o", path, program); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// goCommand runs go for the platform and with the tag of the program, and returns what it writes to stdout.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-tags=planonly", "GOWORK=off", "GOEXPERIMENT=", "GOWASM=", "GOFIPS140=off")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}

// compressed returns data in gzip, with no name and no time.
func compressed(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	w.Write(data)                                         // a Buffer returns no error
	w.Close()
	return b.Bytes()
}

// compressedSize returns the size of the files in a directory, each compressed.
func compressedSize(files map[string][]byte, dir string) (n int) {
	for name, data := range files {
		if strings.HasPrefix(name, dir+"/") {
			n += len(compressed(data))
		}
	}
	return n
}

// manifest returns the package.json of the npm package.
func manifest(version string) ([]byte, error) {
	type object = map[string]any
	b, err := json.MarshalIndent(object{
		"name":        "@earl-url/earl",
		"version":     version,
		"description": "Which host does it read? URLs by eight editions of the standard, and as real programs read them",
		"keywords":    []string{"url", "uri", "parser", "whatwg", "rfc3986", "ssrf", "security"},
		"homepage":    "https://github.com/earl-url/earl",
		"repository":  object{"type": "git", "url": "git+https://github.com/earl-url/earl.git", "directory": "integrations/web"},
		"license":     "Apache-2.0",
		"type":        "module",
		"engines":     object{"node": ">=20"},
		"exports":     object{".": object{"types": "./index.d.ts", "default": "./index.js"}},
		"types":       "./index.d.ts",
		"sideEffects": false,
		"files":       []string{"index.js", "index.d.ts", "module.js", "THIRD-PARTY.txt"},
	}, "", "  ")
	return append(b, '\n'), err
}
