package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// writeWeb writes the page without a server as a zip file, and the npm package as "npm pack"
// names it.
func (r *release) writeWeb(ctx context.Context) error {
	dir := filepath.Join(r.tmp, "web")
	if _, err := output(ctx, r.src, "go", "run", "./integrations/web", "-version", r.version, dir); err != nil {
		return err
	}
	page, err := filesIn(filepath.Join(dir, "page"), "earl-page/")
	if err != nil {
		return err
	}
	data, err := zipped(page, r.time)
	if err != nil {
		return err
	}
	if err := r.write("earl_"+r.version+"_page.zip", data); err != nil {
		return err
	}
	npm, err := filesIn(filepath.Join(dir, "npm"), "package/")
	if err != nil {
		return err
	}
	if data, err = targz(npm, r.time); err != nil {
		return err
	}
	return r.write("earl-url-earl-"+r.version+".tgz", data)
}

// filesIn returns the files in a directory, with a prefix before their paths.
func filesIn(dir, prefix string) (files []file, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name := filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))
		files = append(files, file{prefix + name, 0o644, data})
		return err
	})
	return files, err
}
