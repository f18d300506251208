package purchase_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestTheInterfaceListsEveryReason compares the reasons with the enums of the OpenAPI document.
func TestTheInterfaceListsEveryReason(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(repository.Path("proto/gen/openapi/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	want := append([]string{""}, purchase.Reasons...)
	for _, message := range []string{"Checkout", "Refund", "Review", "DeskOrderSummary", "DeskStep", "DeskRefund"} {
		if got := document.Components.Schemas[message].Properties["reason"].Enum; !slices.Equal(got, want) {
			t.Errorf("%s.reason = %q, want %q", message, got, want)
		}
	}
}
