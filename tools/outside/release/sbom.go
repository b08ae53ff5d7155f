package main

import (
	"bytes"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// sbom returns the list of a program's components (SBOM), in the JSON of CycloneDX.
func (r *release) sbom(p *program) ([]byte, error) {
	version := "v" + r.version
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.time.Format(time.RFC3339),
		Component: &cyclonedx.Component{
			Type: cyclonedx.ComponentTypeApplication, Name: "earl", Version: version, BOMRef: "earl",
			PackageURL: "pkg:golang/github.com/earl-url/earl@" + version + "?goos=" + p.goos + "&goarch=" + p.goarch + "#cmd/earl",
			Licenses:   licensesOf([]string{"Apache-2.0"}),
			ExternalReferences: &[]cyclonedx.ExternalReference{
				{Type: cyclonedx.ERTypeVCS, URL: homepage, Comment: "commit " + r.commit},
			},
		},
	}
	var list []cyclonedx.Component
	var refs []string
	for _, c := range p.components {
		list = append(list, c.cyclonedx())
		refs = append(refs, c.url)
	}
	bom.Components = &list
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: "earl", Dependencies: &refs}}
	var b bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false)
	err := encoder.EncodeVersion(bom, cyclonedx.SpecVersion1_6) // scanners read 1.6
	return b.Bytes(), err
}

// cyclonedx returns a component in the form of CycloneDX.
func (c component) cyclonedx() cyclonedx.Component {
	entry := cyclonedx.Component{
		Type: cyclonedx.ComponentTypeLibrary, Name: c.name, Version: c.version,
		BOMRef: c.url, PackageURL: c.url, Licenses: licensesOf(c.licenses),
	}
	if algorithm, digest, ok := strings.Cut(c.hash, " "); ok {
		entry.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgorithm(algorithm), Value: digest}}
	}
	return entry
}

// licensesOf returns licenses by their names in SPDX.
func licensesOf(names []string) *cyclonedx.Licenses {
	return &cyclonedx.Licenses{{Expression: strings.Join(names, " AND ")}}
}
