package profiles_test

import (
	"context"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

func (h *fixture) askByName(ctx context.Context, address, name string) (*profilesv1.PayoutWalletUpdate, error) {
	return h.payouts.RequestPayoutWalletUpdate(testkit.WithHeader(ctx, "Idempotency-Key", id.New()), &profilesv1.RequestPayoutWalletUpdateRequest{Address: address, Name: name})
}

func TestPayoutWalletByName(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ctx := h.person("artist@example.org")
	h.services.with(func(n *fakeServices) { n.artists["artist@example.org"] = 7 })
	_, err := h.askByName(ctx, wallet1, "alice.eth")
	h.want(err, connect.CodeInvalidArgument, "name_service_unsupported")
	_, err = h.askByName(ctx, "alice.eth", "")
	h.want(err, connect.CodeInvalidArgument, "name_service_unsupported")

	h.services.with(func(n *fakeServices) { n.names = map[string]string{"alice.eth": wallet1} })
	_, err = h.askByName(ctx, "alice.eth", "")
	h.want(err, connect.CodeInvalidArgument, "invalid", "address")
	_, err = h.askByName(ctx, "alice.eth", "alice.eth")
	h.want(err, connect.CodeInvalidArgument, "invalid", "address")
	_, err = h.askByName(ctx, wallet1, "bob.eth")
	h.want(err, connect.CodeInvalidArgument, "name_not_found")
	_, err = h.askByName(ctx, wallet1, "al ice.eth")
	h.want(err, connect.CodeInvalidArgument, "invalid", "name")
	_, err = h.askByName(ctx, wallet2, "alice.eth")
	h.want(err, connect.CodeFailedPrecondition, "name_changed")

	u, err := h.askByName(ctx, strings.ToLower(wallet1), "Alice.eth")
	if err != nil || u.GetAddress() != wallet1 || u.GetName() != "alice.eth" {
		t.Fatalf("request = %v, %v, want %s, alice.eth", u, err, wallet1)
	}
	if items := h.list(ctx).GetItems(); len(items) != 1 || items[0].GetName() != "alice.eth" {
		t.Errorf("list = %v, want one for alice.eth", items)
	}
	var payload []byte
	err = h.pool.QueryRow(t.Context(), "SELECT payload FROM outbox WHERE subject = $1", bus.SubjectOf(&profilesv1.PayoutWalletUpdateRequested{})).Scan(&payload)
	if err != nil {
		t.Fatal(err)
	}
	var event profilesv1.PayoutWalletUpdateRequested
	if err := proto.Unmarshal(payload, &event); err != nil || event.GetNewName() != "alice.eth" || event.GetNewAddress() != wallet1 {
		t.Errorf("PayoutWalletUpdateRequested = %v, %v, want %s, alice.eth", &event, err, wallet1)
	}
	var body string
	err = h.pool.QueryRow(t.Context(), "SELECT body FROM mails WHERE recipient = 'artist@example.org'").Scan(&body)
	if err != nil || !strings.Contains(body, "New wallet: alice.eth ("+wallet1+")") {
		t.Errorf("email = %q, %v, want the new wallet as alice.eth (%s)", body, err, wallet1)
	}
}
