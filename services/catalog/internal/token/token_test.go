package token

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// TestHashesMatchTheContracts checks the hashes against the contract's test vectors.
func TestHashesMatchTheContracts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(repository.Path("contracts/vectors/token-hashes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Artwork       int64
		Edition       int
		TokenID, Hash string
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) == 0 {
		t.Fatalf("%d vectors, %v, want some", len(vectors), err)
	}
	for _, v := range vectors {
		if id := strconv.FormatInt(ID(v.Artwork, v.Edition), 10); id != v.TokenID {
			t.Errorf("ID(%d, %d) = %s, want %s", v.Artwork, v.Edition, id, v.TokenID)
		}
		if hash := Hash(v.Artwork, v.Edition); hash != v.Hash {
			t.Errorf("Hash(%d, %d) = %s, want %s", v.Artwork, v.Edition, hash, v.Hash)
		}
	}
}
