package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// mails compares the mailbox with the sent rows: one mail per notification. If a sender dies between the mail server's
// reply and its own record, the mail goes out again under the same Message-ID, and mail readers show it once.
func (r *rig) mails(ctx context.Context) (wrong []string, err error) {
	have, err := r.strings(ctx, "mailbox", `SELECT DISTINCT message_id FROM messages`)
	if err != nil {
		return nil, err
	}
	var sent int64
	for _, db := range databases {
		n, err := r.count(ctx, db, `SELECT count(*) FROM mails WHERE sent_at IS NOT NULL`)
		if err != nil {
			return nil, err
		}
		sent += n
	}
	if int64(len(have)) != sent {
		wrong = append(wrong, fmt.Sprintf("%d notices sent, %d different mails arrived", sent, len(have)))
	}
	return wrong, nil
}

// mailsRepeated counts copies of a mail beyond the first.
func (r *rig) mailsRepeated(ctx context.Context) (int64, error) {
	return r.count(ctx, "mailbox", `SELECT count(*) - count(DISTINCT message_id) FROM messages`)
}

// charges checks that each captured charge has exactly one of: a completed order, a full refund,
// an open review.
func (r *rig) charges(ctx context.Context) (wrong []string, err error) {
	charges, err := r.pools["cards"].Query(ctx, `SELECT data->>'payment_intent', (data->>'amount')::bigint, (data->>'amount_refunded')::bigint
		FROM objects WHERE kind = 'charge' AND (data->>'captured')::boolean`)
	if err != nil {
		return nil, err
	}
	type charge struct {
		intent       string
		amount, back int64
	}
	list, err := pgx.CollectRows(charges, func(row pgx.CollectableRow) (c charge, err error) { return c, row.Scan(&c.intent, &c.amount, &c.back) })
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		var bought, reviewed int
		err := r.pools["checkout"].QueryRow(ctx, `SELECT count(*) FILTER (WHERE p.credited AND o.status IN ('completed', 'disputed')),
			count(*) FILTER (WHERE EXISTS (SELECT FROM reviews w WHERE w.payment_id = p.id AND w.reason <> 'auction_settled' AND w.closed_at IS NULL))
			FROM payments p JOIN checkouts o ON o.id = p.checkout_id WHERE p.key = 'card:' || $1`, c.intent).Scan(&bought, &reviewed)
		if err != nil {
			return nil, err
		}
		refunded := 0
		if c.back >= c.amount {
			refunded = 1
		}
		unmatched, err := r.count(ctx, "checkout", `SELECT count(*) FROM reviews WHERE key = 'card:' || $1 AND checkout_id IS NULL AND closed_at IS NULL`, c.intent)
		if err != nil {
			return nil, err
		}
		reviewed += int(unmatched)
		if bought+refunded+reviewed != 1 {
			wrong = append(wrong, fmt.Sprintf("%s: %d orders, %d refunds, %d reviews", c.intent, bought, refunded, reviewed))
		}
	}
	return wrong, nil
}

var (
	transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	paidTopic     = crypto.Keccak256Hash([]byte("Paid(bytes32,bytes32,address,uint256,address,uint256,address)"))
)

func (r *rig) logs(ctx context.Context, column string, topic common.Hash) (*ethclient.Client, common.Address, []types.Log, error) {
	var contract string
	if err := r.pools["chainwatcher"].QueryRow(ctx, `SELECT `+column+` FROM deployments`).Scan(&contract); err != nil {
		return nil, common.Address{}, nil, err
	}
	client, err := ethclient.DialContext(ctx, r.chain.URL())
	if err != nil {
		return nil, common.Address{}, nil, err
	}
	at := common.HexToAddress(contract)
	logs, err := client.FilterLogs(ctx, ethereum.FilterQuery{FromBlock: big.NewInt(0), Addresses: []common.Address{at}, Topics: [][]common.Hash{{topic}}})
	return client, at, logs, err
}

// tokens checks the chain's logs: one mint for each completed order, and no other mint.
func (r *rig) tokens(ctx context.Context) (wrong []string, err error) {
	client, at, logs, err := r.logs(ctx, "token_contract", transferTopic)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	minted := map[string]int{}
	for _, l := range logs {
		if len(l.Topics) == 4 && l.Topics[1] == (common.Hash{}) {
			minted[l.Topics[3].Big().String()]++
		}
	}
	owed, err := r.strings(ctx, "checkout", `SELECT (artwork_id * 1000000 + edition)::text FROM checkouts WHERE status IN ('completed', 'disputed')
		UNION SELECT (artwork_id * 1000000 + edition)::text FROM checkouts c WHERE status = 'refunded' AND EXISTS (
			SELECT FROM checkout_history h WHERE h.checkout_id = c.id AND h.to_status = 'completed')`)
	if err != nil {
		return nil, err
	}
	for _, id := range owed {
		if minted[id] != 1 {
			wrong = append(wrong, fmt.Sprintf("token %s of a completed order was minted %d times", id, minted[id]))
		}
		delete(minted, id)
		n, _ := new(big.Int).SetString(id, 10)
		owner, err := client.CallContract(ctx, ethereum.CallMsg{To: &at, Data: append(crypto.Keccak256([]byte("ownerOf(uint256)"))[:4], common.BigToHash(n).Bytes()...)}, nil)
		if err != nil || common.BytesToAddress(owner) == (common.Address{}) {
			wrong = append(wrong, fmt.Sprintf("token %s has no owner: %v", id, err))
		}
	}
	for id, n := range minted {
		if r.orphans[id] && n == 1 {
			continue
		}
		wrong = append(wrong, fmt.Sprintf("token %s was minted %d times without a completed order", id, n))
	}
	return wrong, nil
}

// etherPaid compares each payment that the contract accepted with the orders.
func (r *rig) etherPaid(ctx context.Context) (wrong []string, err error) {
	client, _, logs, err := r.logs(ctx, "payment_contract", paidTopic)
	if err != nil {
		return nil, err
	}
	client.Close()
	for _, l := range logs {
		order, err := uuid.FromBytes(l.Topics[1][:16])
		if err != nil {
			return nil, err
		}
		n, err := r.count(ctx, "checkout", `SELECT count(*) FILTER (WHERE p.credited AND o.status IN ('completed', 'disputed'))
			+ count(*) FILTER (WHERE EXISTS (SELECT FROM reviews w WHERE w.payment_id = p.id AND w.reason <> 'auction_settled' AND w.closed_at IS NULL))
			+ count(*) FILTER (WHERE EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.reason <> 'auction_settled' AND f.status = 'succeeded'))
			+ (SELECT count(*) FROM reviews w WHERE w.checkout_id IS NULL AND w.transaction = $2 AND w.closed_at IS NULL)
			FROM payments p JOIN checkouts o ON o.id = p.checkout_id WHERE p.checkout_id = $1 AND p.status = 'final' AND p.transaction = $2`, order, l.TxHash.Hex())
		if err != nil {
			return nil, err
		}
		if n != 1 {
			wrong = append(wrong, fmt.Sprintf("payment %s of %s has %d ends", hex.EncodeToString(l.TxHash[:4]), order, n))
		}
	}
	return wrong, nil
}

// shown compares checkout's counts with the catalog's.
func (r *rig) shown(ctx context.Context) ([]string, error) {
	const from = `SELECT artwork_id || ' ' || held || ' ' || sold FROM artworks WHERE held + sold > 0`
	truth, err := r.strings(ctx, "checkout", from)
	if err != nil {
		return nil, err
	}
	shown, err := r.strings(ctx, "catalog", `SELECT id || ' ' || held || ' ' || sold FROM artworks WHERE held + sold > 0`)
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for _, s := range shown {
		have[s] = true
	}
	var wrong []string
	for _, s := range truth {
		if !have[s] {
			wrong = append(wrong, s)
		}
	}
	return wrong, nil
}
