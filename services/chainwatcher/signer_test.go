package chainwatcher_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/web3signer/web3signertest"
)

// No private key is in the process: quotes and mints are signed by a remote signer. While it is down nothing is signed, and nothing is
// lost.
func TestARemoteSignerHoldsTheKeys(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	signer := web3signertest.Start(t, key(t, platformKey), key(t, vaultKey))
	platform, vault := ethereum.Address(key(t, platformKey)), ethereum.Address(key(t, vaultKey))
	h.cfg.VaultKey, h.cfg.MinterKey, h.cfg.QuoteSignerKey = "", "", ""
	h.cfg.SignerURL, h.cfg.VaultAddress, h.cfg.MinterAddress, h.cfg.QuoteSignerAddress = signer.URL, vault, platform, platform
	if err := h.cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	h.start()
	h.pay(h.quote(id.New(), 9_900, 10*time.Minute))
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentSeen](h)) == 1 })

	signer.Break(func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	_, err := h.chains.CreateQuote(t.Context(), &chainv1.CreateQuoteRequest{
		CheckoutId: id.New(), Amount: 9_900, Currency: "USD", HoldExpiresAt: timestamppb.New(time.Now().Add(10 * time.Minute)),
	})
	if reason, _ := rpc.ReasonOf(err); reason != "chain_unavailable" {
		t.Errorf("a quote without the signer: %v, want chain_unavailable", err)
	}
	order := h.order("ada", 41, 1)
	h.event("paid:"+order.GetCheckoutId(), order)
	h.mine(2)
	signer.Break(nil)
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.TokenMinted](h)) == 1
	})
	if n := signer.Signed(platform); n < 2 {
		t.Errorf("the signer signed %d times, want a quote and a mint", n)
	}
}

func TestSignerSettings(t *testing.T) {
	t.Parallel()
	const own = "8f2a559490a0c5e0b3b9f2f6b1d1d6b7a7c3c0ffee0123456789abcdef012345"
	const address, anvil = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	fleet := identitytest.New(t)
	for name, c := range map[string]struct {
		url, address, want string
		key                kit.Secret
	}{
		"a private key":                   {"", "", "", own},
		"the signer's":                    {"https://signer.example", address, "", ""},
		"neither":                         {"https://signer.example", "", "VAULT_KEY is not set", ""},
		"both":                            {"https://signer.example", address, "are both set", own},
		"an address without a signer":     {"", address, "SIGNER_URL is not set", ""},
		"not an address":                  {"https://signer.example", "vault", "VAULT_ADDRESS", ""},
		"not a signer":                    {"signer.example", address, "SIGNER_URL", ""},
		"a published key at the signer":   {"https://signer.example", anvil, "everybody knows", ""},
		"a private key beside the signer": {"https://signer.example", "", "", own},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := chainwatcher.Default()
			cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "chainwatcher")), fleet.File
			cfg.DatabaseURL, cfg.MinterKey, cfg.QuoteSignerKey = "postgres://localhost/x", own, own
			cfg.SignerURL, cfg.VaultAddress, cfg.VaultKey = c.url, c.address, c.key
			err := cfg.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
