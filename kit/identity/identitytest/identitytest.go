// Package identitytest provides the keys of a fleet of processes for tests.
package identitytest

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

// Fleet is a set of processes that have each other's public keys. It creates a key when it is first needed.
type Fleet struct {
	// File is the path of the file with the public keys.
	File string

	mu      sync.Mutex
	private map[string]string
}

// New returns a fleet without keys.
func New(t testing.TB) *Fleet {
	t.Helper()
	return &Fleet{File: filepath.Join(t.TempDir(), "public-keys.json"), private: map[string]string{}}
}

// Private returns the private key of a process, as the setting SERVICE_KEY.
func (f *Fleet) Private(t testing.TB, service string) string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.private[service] == "" {
		key, err := identity.NewKey()
		if err == nil {
			err = identity.AddPublic(f.File, service, key)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.private[service] = key
	}
	return f.private[service]
}

// Use makes a private key that exists already the one of a process. Call it before the key is needed.
func (f *Fleet) Use(t testing.TB, service, key string) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := identity.AddPublic(f.File, service, key); err != nil {
		t.Fatal(err)
	}
	f.private[service] = key
}

// Keys returns the keys of a process.
func (f *Fleet) Keys(t testing.TB, service string) *identity.Keys {
	t.Helper()
	keys, err := identity.Open(service, f.Private(t, service), f.File, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// Client returns a client that calls a service as the gateway, for the person in the context. Without a person it calls internal RPCs as the
// first of the processes that may call them.
func (f *Fleet) Client(t testing.TB, service, url string) *connect.Client {
	t.Helper()
	asCaller := func(next connect.ClientFunc) connect.ClientFunc {
		return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
			_, person := identity.From(ctx)
			call, _ := connect.CallInfoForClientContext(ctx)
			if m, ok := spec.Schema.(protoreflect.MethodDescriptor); ok && !person && len(rpc.CallersOf(m)) > 0 {
				token, err := f.Keys(t, rpc.CallersOf(m)[0]).Sign(service, nil)
				if err != nil {
					return nil, err
				}
				call.RequestHeader().Set(identity.Header, token)
			}
			return next(ctx, spec)
		}
	}
	return rpc.NewClient(f.Keys(t, identity.Gateway), service, url, asCaller)
}

// Token returns a token with which the gateway calls audience for a person.
func (f *Fleet) Token(t testing.TB, audience string, person *identity.Principal) string {
	t.Helper()
	token, err := f.Keys(t, identity.Gateway).Sign(audience, person)
	if err != nil {
		t.Fatal(err)
	}
	return token
}
