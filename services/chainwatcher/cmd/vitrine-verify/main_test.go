package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/ecdsa"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

const (
	anvilChain = 31337
	tokenID    = 41_000_003
	stranger   = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
)

// admin is anvil's first account. It deploys, mints, holds tokens and issues certificates.
func admin(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.HexToECDSA("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// world is a chain with a minted token and its certificate.
type world struct {
	t        *testing.T
	rpc      string
	node     *ethclient.Client
	contract common.Address
	mint     common.Hash
	issuer   string
}

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, rpc: testkit.Anvil(t), issuer: crypto.PubkeyToAddress(admin(t).PublicKey).Hex()}
	var err error
	if w.node, err = ethclient.Dial(w.rpc); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.node.Close)
	me := common.HexToAddress(w.issuer)
	opts := bind.NewKeyedTransactor(admin(t), big.NewInt(anvilChain))
	address, tx, err := bind.DeployContract(opts, common.FromHex(bindings.VitrineTokenMetaData.Bin), w.node,
		bindings.NewVitrineToken().PackConstructor("Vitrine", "VITRINE", "https://gallery.example/tokens/", "", me, me))
	if err != nil {
		t.Fatal(err)
	}
	w.wait(tx.Hash())
	w.contract = address
	w.mint = w.send(bindings.NewVitrineToken().PackMint(me, big.NewInt(tokenID)))
	return w
}

// send calls the token contract and waits.
func (w *world) send(data []byte) common.Hash {
	w.t.Helper()
	opts := bind.NewKeyedTransactor(admin(w.t), big.NewInt(anvilChain))
	tx, err := bind.Transact(bind.NewBoundContract(w.contract, *must(bindings.VitrineTokenMetaData.ParseABI()), w.node, w.node, w.node), opts, data)
	if err != nil {
		w.t.Fatal(err)
	}
	w.wait(tx.Hash())
	return tx.Hash()
}

func must[T any](v T, _ error) T { return v }

func (w *world) wait(hash common.Hash) {
	w.t.Helper()
	testkit.Eventually(w.t, 20*time.Second, func() bool {
		r, err := w.node.TransactionReceipt(w.t.Context(), hash)
		return err == nil && r.Status == types.ReceiptStatusSuccessful
	})
}

// certify writes the certificate of a token as the gallery would.
func (w *world) certify(pdf bool, change func(*custody.Token, *chain.Chain)) string {
	w.t.Helper()
	c := chain.Chain{ID: anvilChain, Name: "Local chain", TokenContract: w.contract.Hex(), Vault: w.issuer}
	t := custody.Token{
		TokenID: tokenID, ArtworkID: 41, EditionNumber: 3, EditionSize: 25, Title: "Tidal Study", Artist: "Mara Lindqvist", Year: 2025,
		Slug: "tidal-study-41", MintTx: w.mint.Hex(), MintedAt: time.Now(), Holder: w.issuer,
	}
	change(&t, &c)
	return write(w.t, pdf, t, c)
}

func write(t *testing.T, pdf bool, token custody.Token, c chain.Chain) string {
	t.Helper()
	claim, err := certificate.Issuer{Gallery: "Vitrine", Key: ethereum.LocalKey(admin(t))}.Claim(t.Context(), token, c, "", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	data, err := certificate.JSON(claim)
	name := "certificate.json"
	if pdf && err == nil {
		fleet := identitytest.New(t)
		fleet.Use(t, "chainwatcher", rendertest.Key(t, "chainwatcher"))
		client := renderv1connect.NewDocumentServiceClient(rpc.NewClient(fleet.Keys(t, "chainwatcher"), "render", rendertest.Shared(t).URL))
		data, err = certificate.Printer{Render: client}.Draw(t.Context(), claim, token, c, custody.Picture{})
		name = "certificate.pdf"
	}
	if err != nil {
		t.Fatal(err)
	}
	return save(t, name, data)
}

func save(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func same(*custody.Token, *chain.Chain) {}

// want runs the command and checks its exit code and output.
func want(t *testing.T, code int, words string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	if got := run(t.Context(), args, &out, &out); got != code || !strings.Contains(out.String(), words) {
		t.Errorf("%v: code %d, want %d and %q:\n%s", args, got, code, words, out.String())
	}
}

// forge replaces a text in the claim of a certificate. The claim in a PDF is a compressed stream.
func forge(t *testing.T, file []byte, from, to string) []byte {
	t.Helper()
	for rest := file; ; {
		claim := rest
		if bytes.HasPrefix(file, []byte("%PDF-")) {
			_, after, ok := bytes.Cut(rest, []byte("stream\n"))
			if !ok {
				t.Fatal("the PDF has no claim")
			}
			claim, rest, _ = bytes.Cut(after, []byte("\nendstream"))
		}
		plain := claim
		if r, err := zlib.NewReader(bytes.NewReader(claim)); err == nil {
			plain, _ = io.ReadAll(r)
		}
		if bytes.HasPrefix(plain, []byte("{")) && bytes.Contains(plain, []byte(from)) {
			return bytes.Replace(file, claim, bytes.Replace(plain, []byte(from), []byte(to), 1), 1)
		}
		if len(rest) == len(file) {
			t.Fatalf("the claim has no %q", from)
		}
	}
}

func TestOffline(t *testing.T) {
	t.Parallel()
	key := admin(t)
	issuer := crypto.PubkeyToAddress(key.PublicKey).Hex()
	token := custody.Token{
		TokenID: tokenID, ArtworkID: 41, EditionNumber: 3, EditionSize: 25, Title: "Tidal \x1b[31mStudy", Artist: "Mara Lindqvist",
		MintTx: "0x" + strings.Repeat("ab", 32), MintedAt: time.Now(), Holder: stranger,
	}
	c := chain.Chain{ID: 1, Name: "Ethereum", TokenContract: "0x5FbDB2315678afecb367f032d93F642f64180aa3", Vault: issuer}
	for _, pdf := range []bool{true, false} {
		path := write(t, pdf, token, c)
		want(t, valid, issuer, path)
		want(t, valid, "VALID", "--issuer", strings.ToLower(issuer), path)
		want(t, invalid, "signed by another one", "--issuer", stranger, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want(t, invalid, "NOT VALID", save(t, filepath.Base(path), forge(t, data, `"editionNumber":3`, `"editionNumber":2`)))
		want(t, invalid, "NOT VALID", save(t, filepath.Base(path), forge(t, data, "Mara", "Mary")))
		want(t, undecided, "NOT CHECKED", "--rpc", "http://127.0.0.1:1", path)
	}
	want(t, undecided, "no such file", filepath.Join(t.TempDir(), "none.pdf"))
	want(t, undecided, "no claim", save(t, "x.pdf", []byte("%PDF-1.7\n%%EOF")))
	want(t, undecided, "Exit codes")
	want(t, undecided, "Exit codes", "--issuer", "nobody", "x.pdf")
	want(t, undecided, "not defined", "--no-such-flag")
	want(t, invalid, "NOT VALID", save(t, "x.json", []byte(`{"version":1}`)))
}

func TestOnTheChain(t *testing.T) {
	t.Parallel()
	w := setup(t)
	path := w.certify(true, same)
	want(t, valid, "never transferred", "--rpc", w.rpc, "--issuer", w.issuer, path)
	want(t, valid, "Holder    "+w.issuer, "--rpc", w.rpc, path)

	want(t, undecided, "the node is of chain 31337", "--rpc", w.rpc, w.certify(false, func(_ *custody.Token, c *chain.Chain) { c.ID = 1 }))
	want(t, invalid, "no contract", "--rpc", w.rpc, w.certify(false, func(_ *custody.Token, c *chain.Chain) { c.TokenContract = stranger }))
	want(t, invalid, "did not mint this token", "--rpc", w.rpc, w.certify(false, func(t *custody.Token, _ *chain.Chain) { t.TokenID, t.EditionNumber = tokenID+1, 4 }))
	want(t, undecided, "doesn't have the mint", "--rpc", w.rpc, w.certify(false, func(t *custody.Token, _ *chain.Chain) { t.MintTx = "0x" + strings.Repeat("cd", 32) }))

	moved := w.send(bindings.NewVitrineToken().PackTransferFrom(common.HexToAddress(w.issuer), common.HexToAddress(stranger), big.NewInt(tokenID)))
	want(t, valid, "transferred 1 times", "--rpc", w.rpc, path)
	want(t, valid, "Holder    "+stranger, "--rpc", w.rpc, path)
	want(t, invalid, "did not mint", "--rpc", w.rpc, w.certify(false, func(t *custody.Token, _ *chain.Chain) { t.MintTx = moved.Hex() }))

	// Our contract can't burn tokens, so this simulates one that can: a contract that reverts every call.
	if err := w.node.Client().CallContext(t.Context(), nil, "anvil_setCode", w.contract, "0x60006000fd"); err != nil {
		t.Fatal(err)
	}
	want(t, invalid, "burnt", "--rpc", w.rpc, path)
}

// TestNodeThatFails checks that a failing node is never reported as an invalid certificate.
func TestNodeThatFails(t *testing.T) {
	t.Parallel()
	w := &world{t: t, contract: common.HexToAddress(stranger), mint: common.HexToHash("0x01"), issuer: stranger}
	path := w.certify(false, same)
	for name, handler := range map[string]http.HandlerFunc{
		"an error": func(rw http.ResponseWriter, _ *http.Request) { http.Error(rw, "no", http.StatusBadGateway) },
		"no JSON":  func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("hello")) },
		"a refusal": func(rw http.ResponseWriter, _ *http.Request) {
			_, _ = rw.Write([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many"}}`))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(handler)
			t.Cleanup(server.Close)
			want(t, undecided, "NOT CHECKED", "--rpc", server.URL, path)
		})
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := compare(ended, "http://127.0.0.1:1", &chainv1.CertificateClaim{}, &bytes.Buffer{}); err == nil {
		t.Error("compare with an ended context succeeded, want an error")
	}
}
