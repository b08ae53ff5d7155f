package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/earl-url/earl/open"
)

// gateways returns the gateways from --gateway, the environment and the file. A
// scheme has one gateway: the first in this order.
func gateways(flags, environ []string, file map[string]string) ([]open.Gateway, error) {
	set := map[string]open.Gateway{}
	add := func(scheme, template, from string) error {
		if scheme = strings.ToLower(scheme); set[scheme].Scheme() != "" {
			return nil
		}
		g, err := open.ParseGateway(scheme, template)
		if err == nil && strings.HasPrefix(strings.ToLower(template), scheme+":") {
			err = fmt.Errorf("a gateway for %s must be of another scheme", scheme)
		}
		if err != nil {
			return errorf("%s: %w", from, err)
		}
		set[scheme] = g
		return nil
	}
	for _, flag := range flags {
		scheme, template, ok := strings.Cut(flag, "=")
		if !ok {
			return nil, errorf("--gateway %s: must be SCHEME=TEMPLATE", redacted(flag))
		}
		if err := add(scheme, template, "--gateway"); err != nil {
			return nil, err
		}
	}
	for _, line := range environ {
		if name, value, _ := strings.Cut(line, "="); value != "" && gatewayScheme(name) != "" {
			template := strings.NewReplacer("{", "%7B", "}", "%7D").Replace(strings.TrimSuffix(value, "/")) + "/{+rest}"
			if err := add(gatewayScheme(name), template, name); err != nil {
				return nil, err
			}
		}
	}
	for _, scheme := range slices.Sorted(maps.Keys(file)) {
		if err := add(scheme, file[scheme], "[gateway]"); err != nil {
			return nil, err
		}
	}
	list := make([]open.Gateway, 0, len(set))
	for _, scheme := range slices.Sorted(maps.Keys(set)) {
		list = append(list, set[scheme])
	}
	return list, nil
}

// gatewayScheme returns the scheme in the name of a variable WWW_scheme_GATEWAY,
// libwww's convention, or "".
func gatewayScheme(name string) string {
	rest, ok := strings.CutPrefix(name, "WWW_")
	scheme, ok2 := strings.CutSuffix(rest, "_GATEWAY")
	if !ok || !ok2 {
		return ""
	}
	return scheme
}
