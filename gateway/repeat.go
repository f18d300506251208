package gateway

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/vitrine/vitrine/kit/rpc"
)

// reconnectWithin is how long a call waits for a new connection before it is repeated.
const reconnectWithin = 250 * time.Millisecond

// repeat repeats a call once if its connection broke: a call without side effects always, any other call only if it was never sent. grpc
// itself repeats only calls that the server reported as not processed.
func repeat(budget *rpc.Budget) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		budget.Refill()
		var to peer.Peer // set once a connection was chosen
		err := invoke(ctx, method, req, reply, conn, append(opts, grpc.Peer(&to))...)
		// An error with details is the service's own.
		if st := status.Convert(err); st.Code() != codes.Unavailable || len(st.Details()) > 0 || ctx.Err() != nil {
			return err
		}
		if sent := to.Addr != nil; sent && !withoutSideEffects(method) || !budget.Spend() {
			return err
		}
		reconnect(ctx, conn)
		return invoke(ctx, method, req, reply, conn, opts...)
	}
}

// reconnect returns when the connection is ready, or after reconnectWithin.
func reconnect(ctx context.Context, conn *grpc.ClientConn) {
	ctx, cancel := context.WithTimeout(ctx, reconnectWithin)
	defer cancel()
	for state := conn.GetState(); state != connectivity.Ready; state = conn.GetState() {
		conn.Connect()
		if !conn.WaitForStateChange(ctx, state) {
			return
		}
	}
}

// withoutSideEffects reports whether the contract says so of a method, such as /vitrine.auth.v1.AuthService/GetUser.
func withoutSideEffects(method string) bool {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		return false
	}
	options, ok := d.Options().(*descriptorpb.MethodOptions)
	return ok && options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
}
