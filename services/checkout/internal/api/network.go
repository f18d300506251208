package api

import "net/netip"

// network returns the key that limits of an address apply to: the address itself, or the first 56 bits of IPv6, which a provider assigns to
// one customer. It returns "" for text that isn't an address.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.WithZone("").Prefix(56)
	if err != nil {
		return ""
	}
	return prefix.String()
}
