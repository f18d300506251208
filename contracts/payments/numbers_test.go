package payments_test

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"github.com/vitrine/vitrine/contracts/payments"
	"github.com/vitrine/vitrine/contracts/vectors"
)

func TestOrderIDAndBack(t *testing.T) {
	t.Parallel()
	for range 1000 {
		order := uuid.NewString()
		id, err := payments.OrderID(order)
		if err != nil {
			t.Fatal(err)
		}
		back, err := payments.OrderUUID(id)
		if err != nil || back != order {
			t.Fatalf("OrderUUID(OrderID(%q)) = %q, %v, want the order", order, back, err)
		}
	}
}

func TestMalformedOrderIDs(t *testing.T) {
	t.Parallel()
	for _, order := range []string{
		"", "42", uuid.Nil.String(), "not-a-uuid-not-a-uuid-not-a-uuid-xxxx",
		"0192f3a45b6c7d8e9fa0b1c2d3e4f506", "{0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506}",
		"urn:uuid:0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506",
	} {
		if _, err := payments.OrderID(order); !errors.Is(err, payments.ErrMalformedOrderID) {
			t.Errorf("OrderID(%q): error = %v, want ErrMalformedOrderID", order, err)
		}
	}
	for _, id := range [][32]byte{{}, {0: 1, 31: 1}, {16: 1}} {
		if _, err := payments.OrderUUID(id); !errors.Is(err, payments.ErrMalformedOrderID) {
			t.Errorf("OrderUUID(%x): error = %v, want ErrMalformedOrderID", id, err)
		}
	}
}

func TestTokenIDs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		artwork int64
		edition int32
		want    int64
	}{
		{42, 3, 42_000_003},
		{1, 1, 1_000_001},
		{1, 999_999, 1_999_999},
		{9_223_372_036_853, 999_999, 9_223_372_036_853_999_999},
		{1, 0, 0},
		{0, 1, 0},
		{-1, 1, 0},
		{1, -1, 0},
		{1, 1_000_000, 0},
		{9_223_372_036_854, 1, 0},
		{math.MaxInt64, 1, 0},
	} {
		got := payments.TokenID(c.artwork, c.edition)
		if got != c.want {
			t.Errorf("TokenID(%d, %d) = %d, want %d", c.artwork, c.edition, got, c.want)
		}
		if got == 0 {
			continue
		}
		if artwork, edition := payments.Edition(got); artwork != c.artwork || edition != c.edition {
			t.Errorf("Edition(%d) = %d, %d, want %d, %d", got, artwork, edition, c.artwork, c.edition)
		}
	}
	for _, tokenID := range []int64{0, -1, 1, 999_999, 1_000_000, -1_000_001, math.MinInt64} {
		if artwork, edition := payments.Edition(tokenID); artwork != 0 || edition != 0 {
			t.Errorf("Edition(%d) = %d, %d, want 0, 0", tokenID, artwork, edition)
		}
	}
}

// vector is an entry of vectors/token-hashes.json, which every implementation must match.
type vector struct {
	Artwork int64
	Edition int32
	TokenID string
	Hash    string
}

func tokenHashes(t *testing.T) []vector {
	t.Helper()
	var list []vector
	if err := json.Unmarshal(vectors.TokenHashes, &list); err != nil || len(list) == 0 {
		t.Fatalf("%d vectors, %v, want some", len(list), err)
	}
	return list
}

func TestHashesOfTokens(t *testing.T) {
	t.Parallel()
	for _, v := range tokenHashes(t) {
		id := payments.TokenID(v.Artwork, v.Edition)
		if strconv.FormatInt(id, 10) != v.TokenID {
			t.Errorf("TokenID(%d, %d) = %d, want %s", v.Artwork, v.Edition, id, v.TokenID)
		}
		got := payments.TokenHash(id)
		if hex(got[:]) != v.Hash {
			t.Errorf("TokenHash(%d) = %x, want %s", id, got, v.Hash)
		}
	}
	for _, id := range []int64{-1, 0, 1, 64_000_000} {
		if payments.TokenHash(id) != [32]byte{} {
			t.Errorf("TokenHash(%d) = %x, want zero for an invalid token id", id, payments.TokenHash(id))
		}
	}
}
