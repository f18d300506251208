package main

import (
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	kitrpc "github.com/vitrine/vitrine/kit/rpc"
)

// ports are the services' ports, counted from SERVICE_PORT. render isn't a Go process and has its own tests.
var ports = map[string]int{
	"auth": authPort, "profiles": profilesPort, "catalog": catalogPort, "checkout": checkoutPort, "chainwatcher": chainwatcherPort, "approvals": approvalsPort,
}

// serversOf returns the services that serve an RPC: the one with the name of its package, or all that store personal data.
func serversOf(m protoreflect.MethodDescriptor) []string {
	switch name := strings.Split(string(m.ParentFile().Package()), ".")[1]; name {
	case "chain":
		return []string{"chainwatcher"}
	case "personal":
		return []string{"approvals", "catalog", "chainwatcher", "checkout", "profiles"}
	case "render":
		return nil
	default:
		return []string{name}
	}
}

// grpcServices returns the gRPC services on each service's port, by name.
func grpcServices() map[string][]string {
	named := map[string]map[string]bool{}
	for _, m := range kitrpc.Methods() {
		for _, server := range serversOf(m) {
			if named[server] == nil {
				named[server] = map[string]bool{}
			}
			named[server][string(m.Parent().FullName())] = true
		}
	}
	all := map[string][]string{}
	for server, names := range named {
		all[server] = slices.Sorted(maps.Keys(names))
	}
	return all
}
