package destination

import (
	"net/netip"
	"slices"
	"strings"
)

// Metadata is the word for the metadata services of clouds, which give secrets to
// any program on their machines. Their addresses are special even where a public range
// contains them, as for 168.63.129.16.
const Metadata = "cloud-metadata"

// metadataService is an address of a metadata service.
type metadataService struct {
	address netip.Addr
	source  string // the provider, and the page of its documentation
}

// metadataServices are the addresses at which cloud providers give secrets to their
// machines, as of 2026-11-28. Other providers use the addresses of these, such as
// DigitalOcean, Hetzner, Vultr, IBM Cloud VPC, OVH, Exoscale, UpCloud and Yandex
// 169.254.169.254.
var metadataServices = [...]metadataService{
	{v4(169, 254, 169, 254), "Amazon EC2, instance metadata; also Azure, Google Cloud, Oracle, OpenStack, DigitalOcean, Hetzner, Vultr, IBM Cloud VPC"},
	{v4(169, 254, 170, 2), "Amazon ECS, task metadata and credentials"},
	{v4(169, 254, 170, 23), "Amazon EKS, Set up the Amazon EKS Pod Identity Agent"},
	{v4(169, 254, 169, 252), "Google GKE, network policies with Workload Identity: the node's metadata server"},
	{v4(169, 254, 169, 250), "Rancher, rancher-metadata"},
	{v4(169, 254, 0, 23), "Tencent Cloud CVM, instance metadata"},
	{v4(169, 254, 42, 42), "Scaleway, instance metadata"},
	{v4(168, 63, 129, 16), "Azure, What is IP address 168.63.129.16"},
	{v4(100, 100, 100, 200), "Alibaba Cloud ECS, instance metadata"},
	{v4(192, 0, 0, 192), "Oracle Cloud Classic, instance metadata"},
	{netip.MustParseAddr("fd00:ec2::254"), "Amazon EC2, Access instance metadata for an EC2 instance"},
	{netip.MustParseAddr("fd00:ec2::23"), "Amazon EKS, Set up the Amazon EKS Pod Identity Agent"},
	{netip.MustParseAddr("fd20:ce::254"), "Google Cloud, metadata server of machines with only IPv6"},
	{netip.MustParseAddr("fd00:c1::a9fe:a9fe"), "Oracle Cloud Infrastructure, instance metadata over IPv6"},
	{netip.MustParseAddr("fd00:a9fe:a9fe::1"), "Akamai Cloud (Linode), Metadata Service API: endpoints"},
	{netip.MustParseAddr("fd00:100::100:200"), "Alibaba Cloud ECS, instance metadata over IPv6"},
	{netip.MustParseAddr("fd00:42::42"), "Scaleway, instance metadata over IPv6"},
	{netip.MustParseAddr("fe80::a9fe:a9fe"), "OpenStack Nova, metadata service over IPv6"},
}

func v4(a, b, c, d byte) netip.Addr { return netip.AddrFrom4([4]byte{a, b, c, d}) }

// isMetadata reports whether a is the address of a metadata service, or contains one in
// any place in which an IPv6 address can contain an IPv4 address. No list has
// the prefixes that networks choose for NAT64, so each length of them counts in each IPv6
// address.
func isMetadata(a netip.Addr) bool {
	if isService(a) || !a.Is6() {
		return isService(a)
	}
	return slices.ContainsFunc(embeddings[:], func(places [4]int) bool { return isService(at(a, places)) }) ||
		slices.ContainsFunc(Inside(a), isService)
}

func isService(a netip.Addr) bool {
	return slices.ContainsFunc(metadataServices[:], func(s metadataService) bool { return s.address == a })
}

// metadataNames are the names of metadata services, in lower case, as of 2026-11-28, with
// the provider whose documentation has them.
var metadataNames = [...]struct{ name, source string }{
	{"metadata.google.internal", "Google Cloud, View and query VM metadata"},
	{"metadata.goog", "Google Cloud, View and query VM metadata"},
	{"metadata", "Google Cloud: the search domain of its machines completes the name"},
	{"instance-data", "Amazon EC2: the search domain of its machines completes the name"},
	{"instance-data.ec2.internal", "Amazon EC2, instance metadata"},
	{"metadata.tencentyun.com", "Tencent Cloud CVM, instance metadata"},
	{"api.metadata.cloud.ibm.com", "IBM Cloud VPC, Accessing instance metadata"},
	{"metadata.exoscale.com", "Exoscale, instance metadata"},
}

// IsMetadataName reports whether a host is the name of a metadata service, or of one in a
// region of Amazon EC2.
func IsMetadataName(host string) bool {
	host = strings.TrimSuffix(host, ".")
	for _, n := range metadataNames {
		if len(host) == len(n.name) && strings.EqualFold(host, n.name) {
			return true
		}
	}
	const prefix, suffix = "instance-data.", ".compute.internal"
	return len(host) > len(prefix)+len(suffix) && strings.EqualFold(host[:len(prefix)], prefix) && strings.EqualFold(host[len(host)-len(suffix):], suffix)
}

// SpecialHost is [Special] for an address of a host: the names of metadata services count.
func SpecialHost(host string, a netip.Addr) string {
	if IsMetadataName(host) {
		return Metadata
	}
	return Special(a)
}
