package checkout_test

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

func (s *shop) desk() checkoutv1connect.DeskServiceClient {
	return checkoutv1connect.NewDeskServiceClient(s.fleet.Client(s.t, "checkout", s.urls[0]))
}

func (s *shop) findOrders(search string, statuses ...string) (ids []string) {
	s.t.Helper()
	res, err := s.desk().ListDeskOrders(staff(s.t.Context()), &checkoutv1.ListDeskOrdersRequest{Search: search, Status: statuses})
	if err != nil {
		s.t.Fatalf("%q: error = %v, want nil", search, err)
	}
	for _, order := range res.GetItems() {
		ids = append(ids, order.GetId())
	}
	return ids
}

func (s *shop) deskOrder(orderID string) *checkoutv1.DeskOrder {
	s.t.Helper()
	res, err := s.desk().GetDeskOrder(staff(s.t.Context()), &checkoutv1.GetDeskOrderRequest{Id: orderID})
	if err != nil {
		s.t.Fatal(err)
	}
	return res
}

// wantField fails unless the error is about a field of the request.
func wantField(t *testing.T, err error, field string) {
	t.Helper()
	wantReason(t, err, connect.CodeInvalidArgument, "invalid")
	if _, details := rpc.ReasonOf(err); details[field] == "" {
		t.Errorf("the error is about %v, want %s", details, field)
	}
}

// TestDeskIsForStaff calls each RPC as nobody, as a shopper and as staff.
func TestDeskIsForStaff(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	order := s.hold("a").GetId()
	for name, call := range map[string]func(ctx context.Context) error{
		"list": func(ctx context.Context) error {
			_, err := s.desk().ListDeskOrders(ctx, &checkoutv1.ListDeskOrdersRequest{})
			return err
		},
		"get": func(ctx context.Context) error {
			_, err := s.desk().GetDeskOrder(ctx, &checkoutv1.GetDeskOrderRequest{Id: order})
			return err
		},
		"refused emails": func(ctx context.Context) error {
			_, err := s.desk().ListDeskRefusedEmails(ctx, &checkoutv1.ListDeskRefusedEmailsRequest{})
			return err
		},
		"today": func(ctx context.Context) error {
			_, err := s.desk().GetDeskToday(ctx, &checkoutv1.GetDeskTodayRequest{})
			return err
		},
	} {
		if err := call(t.Context()); connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("%s without a login: error = %v, want unauthenticated", name, err)
		}
		wantReason(t, call(as(t.Context(), "a")), connect.CodePermissionDenied, "forbidden")
		if err := call(staff(t.Context())); err != nil {
			t.Errorf("%s as staff: error = %v, want nil", name, err)
		}
	}
	s.parties.Ended["s-staff-1"] = true
	_, err := s.desk().ListDeskOrders(staff(t.Context()), &checkoutv1.ListDeskOrdersRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("staff with an ended session: error = %v, want unauthenticated", err)
	}
}

// TestDeskFindsOrders finds a card order and an ether order by each of their identifiers.
func TestDeskFindsOrders(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, true)
	card := s.hold("ada").GetId()
	session := s.card("ada", card)
	intent := s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	s.status("ada", card, "delivering")
	ether, paid := s.quoted("grace")
	paid.TransactionHash, paid.Payer = "0x"+strings.Repeat("Ab", 32), "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
	s.event("paid", &chainv1.PaymentConfirmed{Payment: paid})
	s.status("grace", ether, "delivering")
	if q := s.deskOrder(ether).GetQuotes(); len(q) != 1 || q[0].GetStatus() != "paid" || q[0].GetWei() != paid.GetAmount() {
		t.Errorf("quotes = %v, want one, paid, of %s wei", q, paid.GetAmount())
	}
	if p := s.deskOrder(ether).GetPayments(); len(p) != 1 || p[0].GetWei() != paid.GetAmount() || p[0].GetRefundAddress() != refundAddress || p[0].GetBlockNumber() != 7 {
		t.Errorf("payments = %v, want one of %s wei in block 7, refundable to %s", p, paid.GetAmount(), refundAddress)
	}
	if r := s.deskOrder(ether).GetRefundable(); r.GetPaymentMethod() != "ether" || r.GetWei() != paid.GetAmount() || r.GetRefundAddress() != refundAddress {
		t.Errorf("refundable = %v, want %s wei of ether to %s", r, paid.GetAmount(), refundAddress)
	}
	unpaid := s.hold("joan").GetId()

	bought := s.deskOrder(card)
	for search, want := range map[string]string{
		card: card, strings.ToUpper(card): card, card[len(card)-8:]: card, "#" + card[len(card)-8:]: card,
		"ada@example.org": card, " ADA@Example.org ": card, "ada@": card, "ad": card, "ada": card,
		strconv.FormatInt(bought.GetTokenId(), 10): card, intent: card, session: card, bought.GetDocuments()[0].GetNumber(): card,
		ether: ether, "grace": ether, paid.GetTransactionHash(): ether, strings.ToLower(paid.GetTransactionHash()): ether, paid.GetPayer(): ether,
		refundAddress: ether, "joan@example.org": unpaid,
	} {
		if got := s.findOrders(search); len(got) != 1 || got[0] != want {
			t.Errorf("%q finds %v, want %s", search, got, want)
		}
	}
	for _, search := range []string{"untitled-42", "Untitled", "unti", "", "  "} {
		if got := s.findOrders(search); strings.Join(got, " ") != strings.Join([]string{unpaid, ether, card}, " ") {
			t.Errorf("%q finds %v, want %v", search, got, []string{unpaid, ether, card})
		}
	}
	for _, search := range []string{"nobody@example.org", "%", "_", "da@example.org", id.New(), "0x12", "42000009", "x\x00y", "' OR 1=1"} {
		if got := s.findOrders(search); len(got) != 0 {
			t.Errorf("%q finds %v, want none", search, got)
		}
	}
	if got := s.findOrders("example.org"); len(got) != 0 {
		t.Errorf("the end of an address finds %v, want none", got)
	}
	if got := s.findOrders("", "delivering"); len(got) != 2 || got[0] != ether || got[1] != card {
		t.Errorf("delivering = %v, want %v", got, []string{ether, card})
	}
	if got := s.findOrders("unti", "reserved", "expired"); len(got) != 1 || got[0] != unpaid {
		t.Errorf("reserved or expired = %v, want %s", got, unpaid)
	}
}

// TestDeskPages reads the list in pages of one, with and without a search.
func TestDeskPages(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false)
	want := []string{s.hold("c").GetId(), s.hold("b").GetId(), s.hold("a").GetId()}
	for _, search := range []string{"", "untitled"} {
		cursor := ""
		for i := range want {
			res, err := s.desk().ListDeskOrders(staff(t.Context()), &checkoutv1.ListDeskOrdersRequest{Search: search, Cursor: cursor, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			if items := res.GetItems(); len(items) != 1 || items[0].GetId() != want[len(want)-1-i] {
				t.Fatalf("page %d = %v, want %s", i, items, want[len(want)-1-i])
			}
			if cursor = res.GetNextCursor(); (cursor == "") != (i == len(want)-1) {
				t.Fatalf("next cursor of page %d = %q, want none only on the last", i, cursor)
			}
		}
	}
	for field, bad := range map[string]*checkoutv1.ListDeskOrdersRequest{
		"cursor": {Cursor: "nonsense"}, "search": {Search: strings.Repeat("x", 201)}, "status[0]": {Status: []string{"lost"}}, "limit": {Limit: 101},
	} {
		_, err := s.desk().ListDeskOrders(staff(t.Context()), bad)
		wantField(t, err, field)
	}
	for _, cursor := range []string{"MTIz", "MTIzIHg", "eCB4", "LTEgMDAwMDAwMDAtMDAwMC0wMDAwLTAwMDAtMDAwMDAwMDAwMDAw"} {
		_, err := s.desk().ListDeskOrders(staff(t.Context()), &checkoutv1.ListDeskOrdersRequest{Cursor: cursor})
		wantField(t, err, "cursor")
	}
	for _, missing := range []string{id.New(), "nonsense"} {
		_, err := s.desk().GetDeskOrder(staff(t.Context()), &checkoutv1.GetDeskOrderRequest{Id: missing})
		wantReason(t, err, connect.CodeNotFound, "not_found")
	}
}

// TestDeskShowsTheHistory buys by card, refunds a part, and reads the order, the counts and the log.
func TestDeskShowsTheHistory(t *testing.T) {
	t.Parallel()
	log := new(testkit.Buffer)
	s := setup(t, 2, true, func(_ int, d *checkout.Deps) { d.Log = slog.New(slog.NewJSONHandler(log, nil)) })
	c := s.hold("ada").GetId()
	if got := s.deskOrder(c); got.GetRefundable() != nil || len(got.GetSteps()) != 1 || got.GetSteps()[0].GetActor() != "buyer" || got.GetPaidAt() != nil {
		t.Errorf("before the payment = %v, want one step by the buyer and nothing refundable", got)
	}
	session := s.card("ada", c)
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	s.status("ada", c, "delivering")
	got := s.deskOrder(c)
	if r := got.GetRefundable(); r.GetPaymentMethod() != "card" || r.GetAmount().GetAmount() != 125_000 || r.GetAmount().GetCurrency() != "USD" {
		t.Errorf("refundable before the refund = %v, want 1,250.00 USD by card", r)
	}
	if err := s.refund(c, 25_000); err != nil {
		t.Fatal(err)
	}
	_, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: c, Amount: 100_000, Note: "all"})
	if err != nil {
		t.Fatal(err)
	}
	got = s.deskOrder(c)
	var steps []string
	for _, step := range got.GetSteps() {
		steps = append(steps, step.GetTo()+" "+step.GetActor())
	}
	if text := strings.Join(steps, ", "); !strings.HasPrefix(text, "reserved buyer, awaiting_payment buyer, payment_seen provider, paid provider, delivering provider") {
		t.Errorf("steps = %s, want from reserved by the buyer to delivering by the provider", text)
	}
	if b := got.GetBuyer(); b.GetAccountId() != "ada" || b.GetEmail() != "ada@example.org" || b.GetName() != "Ada Lovelace" || !b.GetEmailVerified() {
		t.Errorf("buyer = %v, want Ada Lovelace, ada@example.org, verified", b)
	}
	if p := got.GetPayments(); len(p) != 1 || !p[0].GetCredited() || p[0].GetStatus() != "final" || p[0].GetAmount().GetAmount() != 125_000 || p[0].GetProviderPayment() == "" {
		t.Errorf("payments = %v, want one, credited and final, of 125000", p)
	}
	if x := got.GetCardSessions(); len(x) != 1 || x[0].GetStatus() != "complete" || x[0].GetProviderId() != session {
		t.Errorf("card sessions = %v, want one, complete, %s", x, session)
	}
	if r := got.GetRefunds(); len(r) == 0 || r[0].GetAmount().GetAmount() != 25_000 || r[0].GetPaymentMethod() != "card" {
		t.Errorf("refunds = %v, want the first of 25000 by card", r)
	} else if r[0].GetNote() == "" || r[0].GetDecidedBy() == "" || r[0].GetDecidedByName() != "Ada Lovelace" || r[0].GetApprovedBy() != "" {
		t.Errorf("refund = %v, want a note and Ada Lovelace, who needed no second person", r[0])
	}
	if r := got.GetRefundRequests(); len(r) == 0 || r[len(r)-1].GetStatus() != "pending" || r[len(r)-1].GetRequestedByName() != "Ada Lovelace" {
		t.Errorf("refund requests = %v, want the last pending by Ada Lovelace", r)
	}
	if d := got.GetDocuments(); len(d) == 0 || d[0].GetKind() != "invoice" || d[0].GetNumber() != got.GetOrder().GetInvoiceNumber() || d[0].GetAmount().GetAmount() != 125_000 {
		t.Errorf("documents = %v, want first the invoice %s of 125000", d, got.GetOrder().GetInvoiceNumber())
	}
	// The tests' mail server doesn't respond.
	if e := got.GetEmails(); len(e) == 0 || e[0].GetRecipient() != "ada@example.org" || e[0].GetStatus() != "waiting" || e[0].GetSubject() == "" || e[0].GetSentAt() != nil {
		t.Errorf("emails = %v, want first one to ada@example.org that waits", e)
	}
	sum := 0
	for _, line := range got.GetLedger() {
		n, err := strconv.Atoi(line.GetAmount())
		if err != nil || line.GetAsset() != "USD" || line.GetAccount() == "" || line.GetGroup() == "" {
			t.Errorf("ledger line = %v, want an integer in USD with an account and a group", line)
		}
		sum += n
	}
	if len(got.GetLedger()) < 3 || sum != 0 {
		t.Errorf("%d lines of the ledger add up to %d, want at least 3 and 0", len(got.GetLedger()), sum)
	}
	if r := got.GetRefundable(); r.GetAmount().GetAmount() != 100_000 {
		t.Errorf("refundable = %v, want 100000", r)
	}

	held := s.hold("grace").GetId()
	today, err := s.desk().GetDeskToday(staff(t.Context()), &checkoutv1.GetDeskTodayRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if day := today.GetDay().AsTime(); day.Hour() != 0 || day.Minute() != 0 {
		t.Errorf("the day starts at %s, want midnight", day)
	}
	// A test that runs across midnight has orders of two days.
	if !s.deskOrder(c).GetOrder().GetCreatedAt().AsTime().Before(today.GetDay().AsTime()) {
		counts := map[string]int32{}
		for _, created := range today.GetCreated() {
			counts[created.GetStatus()] = created.GetOrders()
			if created.GetAmounts()[0].GetAmount() != 125_000 || created.GetAmounts()[0].GetCurrency() != "USD" {
				t.Errorf("created = %v, want 125000 USD", created)
			}
		}
		if counts["reserved"] != 1 || counts["delivering"] != 1 || len(counts) != 2 {
			t.Errorf("created = %v, want one reserved and one delivering", today.GetCreated())
		}
		if p := today.GetPaid(); len(p) != 1 || p[0].GetCount() != 1 || p[0].GetAmount().GetAmount() != 125_000 || p[0].GetPaymentMethod() != "card" {
			t.Errorf("paid = %v, want one of 125000 by card", p)
		}
		if r := today.GetRefunded(); len(r) != 1 || r[0].GetAmount().GetAmount() != 25_000 {
			t.Errorf("refunded = %v, want one of 25000", r)
		}
	}
	if len(today.GetOpen()) != 2 || today.GetPendingRefundRequests() != 1 || today.GetOpenReviews() != 0 {
		t.Errorf("today = %v, want 2 open, one pending refund request, no open reviews", today)
	}

	s.findOrders("ada@example.org")
	text := log.String()
	if !strings.Contains(text, `"staff read an order","account":"staff-1","order":"`+c+`"`) || !strings.Contains(text, `"staff listed orders","account":"staff-1","orders":["`+c+`"]`) {
		t.Errorf("log = %s, want that staff read and listed order %s", text, c)
	}
	if strings.Contains(text, "ada@example.org") || strings.Contains(text, "Lovelace") {
		t.Error("the log has personal data")
	}
	for line := range strings.Lines(text) {
		// Jobs name what they could not email.
		if strings.Contains(line, `"msg":"staff `) && strings.Contains(line, held) {
			t.Errorf("log = %s, want only the order that was read, not %s", line, held)
		}
	}
}

// TestABuyerSeesThatTheirAddressRefusedAnEmail: the latest email about the order decides. Emails to staff about it don't count.
func TestABuyerSeesThatTheirAddressRefusedAnEmail(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, true)
	order := s.hold("ada").GetId()
	queue := func(key, recipient string, refused bool) {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), `INSERT INTO mails (key, recipient, subject, html, body, refused, gave_up_at) VALUES ($1, $2, 'x', '', '', $3, now())`,
			key+":"+order, recipient, refused); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		key, recipient string
		refused        bool
		want           string
	}{
		{"paid", "ada@example.org", true, "ada@example.org"},
		{"case", "staff@example.org", false, "ada@example.org"},
		{"completed", "new@example.org", false, ""},
	} {
		queue(c.key, c.recipient, c.refused)
		if got := s.get("ada", order).GetRefusedEmail(); got != c.want {
			t.Errorf("after %s to %s: refused email = %q, want %q", c.key, c.recipient, got, c.want)
		}
	}
}
