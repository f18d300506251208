-- +goose Up

-- Staff list orders by status, newest first, and count what is open and what was paid.
CREATE INDEX checkouts_status ON checkouts (status, created_at DESC, id DESC);
CREATE INDEX checkouts_open ON checkouts (status, price_currency, price_amount) WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded');
CREATE INDEX checkouts_paid ON checkouts (paid_at) WHERE paid_at IS NOT NULL;

-- Staff find an order by any identifier that a buyer, a provider or a chain uses. Buyers see the last eight characters of an order's id.
-- The start of an email address or a title is a range in the collation "C".
CREATE INDEX checkouts_short ON checkouts (right(id::text, 8));
CREATE INDEX checkouts_email ON checkouts ((lower(email) COLLATE "C")) WHERE email <> '';
CREATE INDEX checkouts_title ON checkouts ((lower(artwork_title) COLLATE "C"));
CREATE INDEX checkouts_slug ON checkouts (artwork_slug);
CREATE INDEX checkouts_token ON checkouts (artwork_id, edition) WHERE paid_at IS NOT NULL;
CREATE INDEX checkouts_transaction ON checkouts (lower(transaction_hash)) WHERE transaction_hash <> '';
CREATE INDEX checkouts_mint ON checkouts (lower(mint_hash)) WHERE mint_hash <> '';
CREATE INDEX payments_transaction ON payments (lower(transaction)) WHERE transaction <> '';
CREATE INDEX payments_payer ON payments (lower(payer)) WHERE payer <> '';
CREATE INDEX payments_refund_address ON payments (lower(refund_address)) WHERE refund_address <> '';
CREATE INDEX refunds_transaction ON refunds (lower(transaction)) WHERE transaction <> '';
CREATE INDEX refunds_pay_to ON refunds (lower(pay_to)) WHERE pay_to <> '';
CREATE INDEX refund_requests_checkout ON refund_requests (checkout_id) WHERE checkout_id IS NOT NULL;
