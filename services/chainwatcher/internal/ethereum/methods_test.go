package ethereum_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

// dialWithout connects to a node that doesn't have some methods.
func dialWithout(t *testing.T, c chain.Chain, node http.Handler, methods ...string) *ethereum.Node {
	t.Helper()
	server := httptest.NewServer(chaintest.Without(node, func(method string) bool { return slices.Contains(methods, method) }))
	t.Cleanup(server.Close)
	n, err := ethereum.Dial(t.Context(), 31337, []string{server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	n.Watch(c)
	return n
}

// TestReceiptsByTransaction: a node without eth_getBlockReceipts serves the same events.
func TestReceiptsByTransaction(t *testing.T) {
	t.Parallel()
	w := setup(t)
	node := dialWithout(t, w.chain, w.provider, "eth_getBlockReceipts")
	latest, _, err := node.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := w.node.Range(t.Context(), 1, latest.Number)
	if err != nil || count(want) != 9 {
		t.Fatalf("with the method: %d events, %v, want 9", count(want), err)
	}
	if got, err := node.Range(t.Context(), 1, latest.Number); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("without: %v, %v, want %v", got, err, want)
	}
	for _, b := range want {
		if got, err := node.Events(t.Context(), b.Header); err != nil || fmt.Sprint(got) != fmt.Sprint(b) {
			t.Errorf("block %d, without: %v, %v, want %v", b.Number, got, err, b)
		}
	}
}

// TestMissingMethodsAreNamed: a node is asked for all methods. It may lack those that can be replaced.
func TestMissingMethodsAreNamed(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct{ lacks, want []string }{
		{},
		{lacks: []string{"eth_getBlockReceipts"}},
		{
			lacks: []string{"eth_getLogs", "eth_getBlockReceipts", "eth_sendRawTransaction"},
			want:  []string{"chain 31337: node 1 of 1 in rpcUrls doesn't have eth_getLogs, eth_sendRawTransaction"},
		},
	} {
		if got := dialWithout(t, w.chain, w.provider, c.lacks...).Missing(t.Context()); !slices.Equal(got, c.want) {
			t.Errorf("without %q: %q, want %q", c.lacks, got, c.want)
		}
	}
	r := newRing(t, 3)
	r.nodes[1].change(func(n *scripted) { n.mostCalls = 1 })
	if got, want := r.node.Missing(t.Context()), "chain 31337: node 2 of 3 in rpcUrls refuses several calls in one request"; !slices.Contains(got, want) {
		t.Errorf("one node of three refuses batches: %q, want %q among them", got, want)
	}
}

// TestMethodsAreDocumented: operators' list of methods is complete.
func TestMethodsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(repository.Path("docs/operating/nodes.md"))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(eth_\\w+)` \\|.*\\| (.*) \\|$").FindAllStringSubmatch(string(page), -1) {
		got = append(got, row[1]+": "+row[2])
	}
	for _, m := range ethereum.Methods() {
		without := "required"
		if m.Without != "" {
			without = m.Without
		}
		want = append(want, m.Name+": "+without)
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/operating/nodes.md lists %q, want %q", got, want)
	}
}
