package route

import (
	"cmp"
	"net/http"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/admission"
	"github.com/vitrine/vitrine/kit/rpc"
	// The contracts with public RPCs, which package rest serves.
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// rpcs returns the rows of all public RPCs. Of two paths that overlap, the one with the literal segment is first.
func rpcs() (rows []Row) {
	for _, m := range rpc.Methods() {
		rows = append(rows, rowsOf(m)...)
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Methods, b.Methods)) })
	return rows
}

// rowsOf returns a row for each HTTP rule of an RPC, with the policy in its options (vitrine/options/v1/options.proto).
func rowsOf(m protoreflect.MethodDescriptor) (rows []Row) {
	for _, b := range rpc.BindingsOf(m) {
		row := Row{
			Methods: b.Method, Path: b.Path, To: RPC, Method: m,
			Auth:  credentials[option(m, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_UNSPECIFIED)],
			Key:   option(m, optionsv1.E_IdempotencyKey, false),
			Limit: Requests, Priority: admission.Money,
			Body:  int64(option(m, optionsv1.E_MaxBody, int32(json))),
			Cache: option(m, optionsv1.E_Cache, noStore),
		}
		switch option(m, optionsv1.E_Limit, optionsv1.Limit_LIMIT_UNSPECIFIED) {
		case optionsv1.Limit_LIMIT_LOGINS:
			row.Class = Logins
		case optionsv1.Limit_LIMIT_ORDERS:
			row.Class = Orders
		case optionsv1.Limit_LIMIT_UNSPECIFIED:
			if row.Key {
				row.Class = Orders
			}
		}
		switch option(m, optionsv1.E_Priority, optionsv1.Priority_PRIORITY_UNSPECIFIED) {
		case optionsv1.Priority_PRIORITY_READS:
			row.Priority = admission.Reads
		case optionsv1.Priority_PRIORITY_HOLDS:
			row.Priority = admission.Holds
		case optionsv1.Priority_PRIORITY_MONEY:
		case optionsv1.Priority_PRIORITY_UNSPECIFIED:
			if b.Method == http.MethodGet && (row.Auth == User || row.Auth == Open) {
				row.Priority = admission.Reads
			}
		}
		rows = append(rows, row)
	}
	return rows
}

var credentials = map[optionsv1.Credential]Credential{
	optionsv1.Credential_CREDENTIAL_UNSPECIFIED:   User,
	optionsv1.Credential_CREDENTIAL_USER:          User,
	optionsv1.Credential_CREDENTIAL_OPEN:          Open,
	optionsv1.Credential_CREDENTIAL_REFRESH_TOKEN: RefreshToken,
	optionsv1.Credential_CREDENTIAL_LINK:          Link,
	optionsv1.Credential_CREDENTIAL_LINK_AND_USER: LinkAndUser,
}

// option returns the value of an RPC's option, or the default if the RPC doesn't set it.
func option[T any](m protoreflect.MethodDescriptor, of protoreflect.ExtensionType, otherwise T) T {
	if !proto.HasExtension(m.Options(), of) {
		return otherwise
	}
	return proto.GetExtension(m.Options(), of).(T)
}
