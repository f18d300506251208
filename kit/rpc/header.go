package rpc

import (
	"context"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"
)

// LinkSecretHeader is the header with the secret of an emailed link. It isn't in the address, because proxies log addresses.
const LinkSecretHeader = "Approval-Secret"

// LinkSecret returns the secret of the emailed link that the request came from, or "".
func LinkSecret(ctx context.Context) string { return RequestHeader(ctx, LinkSecretHeader) }

// RequestHeader returns the first value of a header of the request that ctx belongs to, or "".
func RequestHeader(ctx context.Context, name string) string {
	if call, ok := connect.CallInfoForServerContext(ctx); ok {
		return call.RequestHeader().Get(name)
	}
	return ""
}

// SetResponseHeader sets a header of the response to the request that ctx belongs to.
func SetResponseHeader(ctx context.Context, name, value string) {
	if call, ok := connect.CallInfoForServerContext(ctx); ok {
		call.ResponseHeader().Set(name, value)
	}
}

// Private returns a response that caches don't keep, because it contains tokens or personal data.
func Private[M any](ctx context.Context, response *M) *M {
	SetResponseHeader(ctx, "Cache-Control", "no-store")
	return response
}

// File returns a file that only the caller may have. disposition is "inline" if the browser shows it, "attachment" if it saves it.
func File(ctx context.Context, contentType, disposition, name string, data []byte) *httpbody.HttpBody {
	SetResponseHeader(ctx, "Content-Disposition", disposition+`; filename="`+name+`"`)
	SetResponseHeader(ctx, "Cache-Control", "private, no-store")
	return &httpbody.HttpBody{ContentType: contentType, Data: data}
}
