package ethereum_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

// round is the response of a price feed.
type round struct{ id, answer, updated, answeredIn int64 }

const (
	firstFeed  = "0x00000000000000000000000000000000000000f1"
	secondFeed = "0x00000000000000000000000000000000000000f2"
)

// feeds is a node with price feeds of eight decimals.
func feeds(t *testing.T, rounds map[string]round) *ethereum.Node {
	t.Helper()
	words := func(values ...int64) string {
		out := "0x"
		for _, v := range values {
			b := big.NewInt(v)
			if v < 0 {
				b.Add(b, new(big.Int).Lsh(big.NewInt(1), 256))
			}
			out += common.Bytes2Hex(common.LeftPadBytes(b.Bytes(), 32))
		}
		return out
	}
	latest, decimals := hexutil.Encode(bindings.NewVitrinePriceFeed().PackLatestRoundData()), hexutil.Encode(bindings.NewVitrinePriceFeed().PackDecimals())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var c call
		_ = json.NewDecoder(r.Body).Decode(&c)
		result := "0x7a69"
		if c.Method == "eth_call" {
			var what struct{ To, Input string }
			_ = json.Unmarshal(c.Params[0], &what)
			x := rounds[strings.ToLower(what.To)]
			switch what.Input {
			case latest:
				result = words(x.id, x.answer, x.updated, x.updated, x.answeredIn)
			case decimals:
				result = words(8)
			default:
				result = words(32, 0)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(c.ID) + `,"result":"` + result + `"}`))
	}))
	t.Cleanup(server.Close)
	node, err := ethereum.Dial(t.Context(), 31337, []string{server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	return node
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	good := round{7, 300_000_000_000, 1_800_000_000, 7}
	for name, c := range map[string]struct {
		first, second round
		want          error
	}{
		"one":           {good, round{}, nil},
		"both":          {good, round{9, 305_000_000_000, 1_799_999_000, 9}, nil},
		"far apart":     {good, round{9, 306_100_000_000, 1_800_000_000, 9}, chain.ErrPricesDiffer},
		"zero":          {round{7, 0, 1_800_000_000, 7}, round{}, chain.ErrNotAPrice},
		"negative":      {round{7, -1, 1_800_000_000, 7}, round{}, chain.ErrNotAPrice},
		"no time":       {round{7, 300_000_000_000, 0, 7}, round{}, chain.ErrRoundIncomplete},
		"carried over":  {round{7, 300_000_000_000, 1_800_000_000, 6}, round{}, chain.ErrRoundIncomplete},
		"second broken": {good, round{9, 0, 1_800_000_000, 9}, chain.ErrNotAPrice},
	} {
		t.Run(name, func(t *testing.T) {
			node, second := feeds(t, map[string]round{firstFeed: c.first, secondFeed: c.second}), ""
			if c.second != (round{}) {
				second = secondFeed
			}
			p, err := ethereum.NewContracts(node, chain.Chain{ID: 31337, PriceFeed: firstFeed}, second, nil).Price(t.Context())
			if !errors.Is(err, c.want) || c.want != nil && !errors.Is(err, chain.ErrNoPrice) {
				t.Errorf("error = %v, want %v", err, c.want)
			}
			if at := time.Unix(c.first.updated, 0); err == nil && second != "" && !p.At.Before(at) {
				t.Errorf("price time = %s, want the time of the older feed", p.At)
			}
		})
	}
}
