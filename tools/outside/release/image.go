package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// imageUser is the user and the group that a container runs as. The images of distroless
// use the same number.
const imageUser = "65532"

// writeImage writes an image for containers, with one variant for each processor of the
// programs for Linux. The file is an archive with the OCI image layout.
func (r *release) writeImage(programs []*program) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range programs {
		if p.goos != "linux" {
			continue
		}
		image, err := r.image(p)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: p.goarch}},
		})
	}
	dir := filepath.Join(r.tmp, "image")
	folder, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	name := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": r.version})
	if err := folder.AppendIndex(index, name); err != nil {
		return err
	}
	files, err := filesBelow(dir)
	if err != nil {
		return err
	}
	data, err := tarred(files, r.time)
	if err != nil {
		return err
	}
	return r.write("earl_"+r.version+"_image.tar", data)
}

// image returns the image with the program for one processor.
func (r *release) image(p *program) (v1.Image, error) {
	data, err := tarred(r.imageFiles(p), r.time)
	if err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	layer, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	created := v1.Time{Time: r.time}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: created, CreatedBy: "earl " + r.version}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", p.goarch, created
	config.Config = r.imageConfig()
	return mutate.ConfigFile(image, config)
}

// imageConfig returns how a container runs.
func (r *release) imageConfig() v1.Config {
	return v1.Config{
		Entrypoint: []string{"/usr/bin/earl"},
		User:       imageUser + ":" + imageUser,
		WorkingDir: "/work",
		Env:        []string{"PATH=/usr/bin", "HOME=/tmp"},
		Labels: map[string]string{
			"org.opencontainers.image.title":       "earl",
			"org.opencontainers.image.description": summary,
			"org.opencontainers.image.url":         homepage,
			"org.opencontainers.image.source":      homepage,
			"org.opencontainers.image.licenses":    "Apache-2.0",
			"org.opencontainers.image.version":     r.version,
			"org.opencontainers.image.revision":    r.commit,
		},
	}
}

// imageFiles returns the files of an image. There is no shell and no library.
func (r *release) imageFiles(p *program) []file {
	return []file{
		{"etc/", 0o755, nil},
		{"etc/group", 0o644, []byte("root:x:0:\nearl:x:" + imageUser + ":\n")},
		{"etc/passwd", 0o644, []byte("root:x:0:0:root:/:\nearl:x:" + imageUser + ":" + imageUser + ":earl:/tmp:\n")},
		{"etc/ssl/", 0o755, nil},
		{"etc/ssl/certs/", 0o755, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, authorities()},
		{"tmp/", 0o1777, nil},
		{"usr/", 0o755, nil},
		{"usr/bin/", 0o755, nil},
		{"usr/bin/earl", 0o755, p.data},
		{"usr/bin/earl-rows", 0o755, p.rows},
		{"usr/share/", 0o755, nil},
		{"usr/share/licenses/", 0o755, nil},
		{"usr/share/licenses/LICENSE", 0o644, r.license},
		{"usr/share/licenses/THIRD-PARTY.txt", 0o644, r.notices},
		{"work/", 0o777, nil},
	}
}

// authorities returns the certificates of the authorities that Mozilla trusts. It leaves
// out those that are trusted only for older certificates, because a file cannot say so.
func authorities() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})
		}
	}
	return b.Bytes()
}

// filesBelow returns the files below a directory, by their paths in it.
func filesBelow(dir string) (files []file, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, file{filepath.ToSlash(name), 0o644, data})
		return err
	})
	return files, err
}
