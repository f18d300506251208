package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// transfers checks the chain's logs: one transfer for each confirmed withdrawal, to its wallet, and no other transfer.
func (r *rig) transfers(ctx context.Context) (wrong []string, err error) {
	client, _, logs, err := r.logs(ctx, "token_contract", transferTopic)
	if err != nil {
		return nil, err
	}
	client.Close()
	moved := map[string]int{}
	for _, l := range logs {
		if len(l.Topics) == 4 && l.Topics[1] != (common.Hash{}) {
			moved[l.Topics[3].Big().String()+" to "+strings.ToLower(common.BytesToAddress(l.Topics[2][:]).Hex())]++
		}
	}
	owed, err := r.strings(ctx, "chainwatcher", `SELECT token_id || ' to ' || lower(to_address) FROM withdrawals WHERE status = 'final'`)
	if err != nil {
		return nil, err
	}
	for _, w := range owed {
		if moved[w] != 1 {
			wrong = append(wrong, fmt.Sprintf("%s moved %d times", w, moved[w]))
		}
		delete(moved, w)
	}
	for w, n := range moved {
		wrong = append(wrong, fmt.Sprintf("%s moved %d times without a withdrawal", w, n))
	}
	return wrong, nil
}

// decisions compares approvals with effects: nothing happens without a complete approval, everything with one.
func (r *rig) decisions(ctx context.Context) (wrong []string, err error) {
	said, err := r.strings(ctx, "approvals", `SELECT kind || ' ' || subject_id FROM requests WHERE status = 'approved'
		AND NOT EXISTS (SELECT FROM links WHERE request_id = requests.id AND links.status <> 'approved')`)
	if err != nil {
		return nil, err
	}
	done, err := r.strings(ctx, "chainwatcher", `SELECT DISTINCT 'token_withdrawal ' || coalesce(batch_id, id) FROM withdrawals WHERE status = 'final'`)
	if err != nil {
		return nil, err
	}
	payouts, err := r.strings(ctx, "profiles", `SELECT DISTINCT 'payout_wallet_update ' || update_id FROM payout_history WHERE to_status = 'active'`)
	if err != nil {
		return nil, err
	}
	// A withdrawal may be cancelled after its approval until it is signed; a payout change may be superseded. Of a batch, all that weren't move.
	excused, err := r.strings(ctx, "chainwatcher", `SELECT 'token_withdrawal ' || coalesce(batch_id, id) FROM withdrawals
		GROUP BY coalesce(batch_id, id) HAVING bool_and(status IN ('cancelled', 'failed'))`)
	if err != nil {
		return nil, err
	}
	partial, err := r.strings(ctx, "chainwatcher", `SELECT 'token_withdrawal ' || batch_id FROM withdrawals WHERE batch_id IS NOT NULL
		GROUP BY batch_id HAVING bool_or(status = 'final') AND NOT bool_and(status IN ('final', 'cancelled', 'failed'))`)
	if err != nil {
		return nil, err
	}
	superseded, err := r.strings(ctx, "profiles", `SELECT 'payout_wallet_update ' || id FROM payout_updates WHERE status IN ('superseded', 'cancelled', 'frozen')`)
	if err != nil {
		return nil, err
	}
	for _, action := range partial {
		wrong = append(wrong, action+" was done in part")
	}
	approved, acted, forgiven := set(said), set(append(done, payouts...)), set(append(excused, superseded...))
	for action := range acted {
		if !approved[action] {
			wrong = append(wrong, action+" was done without its approval")
		}
	}
	for action := range approved {
		if !acted[action] && !forgiven[action] {
			wrong = append(wrong, action+" was approved and not done")
		}
	}
	return wrong, nil
}

func set(list []string) map[string]bool {
	out := map[string]bool{}
	for _, action := range list {
		out[action] = true
	}
	return out
}
