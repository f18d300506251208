package signing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

var (
	// ErrAlreadyMinted is the mint of an existing token. It is also a chain.ErrReverted.
	ErrAlreadyMinted = fmt.Errorf("%w: already minted", chain.ErrReverted)
	// ErrAlreadyRefunded is a refund that was already sent. It is also a chain.ErrReverted.
	ErrAlreadyRefunded = fmt.Errorf("%w: already refunded", chain.ErrReverted)
	// ErrRefused is a transaction whose recipient rejects it or takes more than MaxGas. It is also a chain.ErrReverted.
	ErrRefused = fmt.Errorf("%w: the target refuses it", chain.ErrReverted)
	// ErrNothingToWithdraw means that a payout's payee is credited nothing. It is a chain.ErrReverted too.
	ErrNothingToWithdraw = fmt.Errorf("%w: nothing to withdraw", chain.ErrReverted)
	// ErrFunds means that the key's balance doesn't cover a transaction.
	ErrFunds = errors.New("the key's balance is too low")
	// ErrNonceTooLow means that a mined transaction has used the nonce.
	ErrNonceTooLow = errors.New("the nonce is used")
	// ErrUnderpriced means that a replacement doesn't raise the fee enough.
	ErrUnderpriced = errors.New("the replacement is underpriced")
	// ErrFeeCap means that the fee exceeds the cap. The key pauses until fees fall.
	ErrFeeCap = errors.New("the fee is above the cap")
	// ErrFenced means that another replica took over the lease. The signer must stop.
	ErrFenced = errors.New("another signer has taken over")
)

// Rules configure a signer.
type Rules struct {
	// BumpAfter is how long a transaction may wait before its fee is raised.
	BumpAfter time.Duration
	// ResendAfter is the interval for sending the same bytes again, because nodes drop pending
	// transactions.
	ResendAfter time.Duration
	// InFlight limits how many transactions wait for a block at once, because nodes keep only a few
	// pending ones per sender. Mined transactions that wait for finality don't count; otherwise the
	// limit would cap throughput per finality period.
	InFlight int
}

// Signer sends the transactions of one key on one chain.
type Signer struct {
	link          chain.Link
	sender        Sender
	store         Store
	events        Events
	rules         Rules
	cooldownEnded CooldownCheck
	clock         clock.Clock
	log           *slog.Logger
	paused        func(bool)
	// passed lists queued transactions that could not start, so that later ones get their turn.
	passed []string
}

// CooldownCheck reports whether a withdrawal's cool-down has ended, according to the current state of its owner's account.
// Errors: chain.ErrUnavailable, those of the store.
type CooldownCheck func(ctx context.Context, w custody.Withdrawal) (bool, error)

// NewSigner creates a signer. paused is called with whether fees exceed the cap.
func NewSigner(l chain.Link, sender Sender, s Store, f Events, r Rules, cooldownEnded CooldownCheck, c clock.Clock, log *slog.Logger, paused func(bool)) *Signer {
	return &Signer{
		link: l, sender: sender, store: s, events: f, rules: r, cooldownEnded: cooldownEnded, clock: c,
		log: log.With("chain", l.Chain.ID, "sender", sender.Address()), paused: paused,
	}
}

// Step advances all open transactions and starts queued ones. It needs the lease. ErrFenced means that the lease is lost;
// other errors are retried with the next step. On a halted chain it does nothing and returns chain.ErrHalted.
func (s *Signer) Step(ctx context.Context, l Lease) error {
	if err := chain.RefuseHalted(ctx, s.store, l.ChainID); err != nil {
		return err
	}
	open, err := s.store.Open(ctx, l)
	if err != nil {
		return err
	}
	latest, final, err := s.sender.Nonces(ctx)
	if err != nil {
		return err
	}
	height, err := s.store.Finalized(ctx, l.ChainID)
	if err != nil {
		return err
	}
	var owed []error
	capped, refunding, waiting := false, false, 0
	for _, t := range open {
		switch used := t.Nonce < latest; {
		case !used:
			waiting++
		case t.Status == TxMined && t.MinedNumber > height:
			continue // not reorganised away, and not final yet
		}
		if err := s.complete(ctx, &t); err != nil {
			return err
		}
		refunding = refunding || t.Kind == PayRefund && t.Status != TxMined
		switch err := s.follow(ctx, l, t, latest, final); {
		case errors.Is(err, ErrFeeCap):
			capped = true
		case errors.Is(err, ErrFunds):
			owed = append(owed, err)
		case err != nil:
			return err
		}
	}
	s.paused(capped)
	if err := s.requeueLost(ctx, l); err != nil {
		return err
	}
	if err := s.fill(ctx, l, open, latest); err != nil {
		return err
	}
	if capped || waiting >= s.rules.InFlight {
		return errors.Join(owed...)
	}
	return errors.Join(append(owed, s.startNext(ctx, l, latest, s.rules.InFlight-waiting, refunding))...)
}

// requeueLost queues mints again if their receipts were final but their events never arrived: a node reported a receipt that the chain
// doesn't have. The contract rejects a second mint of an existing token.
func (s *Signer) requeueLost(ctx context.Context, l Lease) error {
	lost, err := s.store.LostMints(ctx, l)
	if err != nil {
		return err
	}
	for _, t := range lost {
		s.log.ErrorContext(ctx, "a mint is final but its event is missing, it is queued again", "transaction", t.ID, "token", t.TokenID, "block", t.MinedNumber)
		if err := s.requeue(ctx, l, t); err != nil {
			return err
		}
	}
	return nil
}

// complete sets the contract call of a mint or refund. Both are accepted without a node, and a
// restarted chain has other contracts.
func (s *Signer) complete(ctx context.Context, t *Transaction) (err error) {
	switch t.Kind {
	case Mint:
		t.Call, err = s.link.Contracts.Mint(t.TokenID)
	case PayRefund:
		var r paying.Refund
		if r, err = s.store.Refund(ctx, t.Subject); err != nil {
			return err
		}
		// An abandoned attempt may have failed because someone withdrew the vault's credit before it, which anyone may do.
		var hashes []string
		if hashes, err = s.store.Hashes(ctx, t.ID); err == nil {
			t.Call, err = s.link.Contracts.Refund(ctx, r.ID, r.To, r.Amount, len(hashes) > len(t.Attempts))
		}
	case PayOut:
		var p paying.Payout
		if p, err = s.store.Payout(ctx, t.Subject); err == nil {
			t.Call, err = s.link.Contracts.Withdraw(p.Payee)
		}
	case Transfers:
	}
	return err
}

// fill closes a gap before the first open nonce. A gap appears when a reorg drops a transaction that
// someone else sent with the key (the deployment), and none of ours could be mined behind it. The
// newest transaction moves into the gap. Its old bytes may still be mined later, and the contract then
// refuses the second call. A lagging node looks the same, so the gap must persist for a while.
func (s *Signer) fill(ctx context.Context, l Lease, open []Transaction, latest uint64) error {
	if len(open) == 0 || open[0].Nonce <= latest || open[0].Status == TxMined {
		return nil
	}
	first, last := open[0], open[len(open)-1]
	if s.clock.Now().Sub(first.Attempts[0].SignedAt) < s.rules.ResendAfter {
		return nil
	}
	if err := s.complete(ctx, &last); err != nil {
		return err
	}
	newest := last.Attempts[len(last.Attempts)-1]
	a, err := s.sender.Sign(ctx, last, latest, newest.Gas, &newest)
	if err != nil {
		return err
	}
	s.log.WarnContext(ctx, "a nonce is missing, the newest transaction fills it", "nonce", latest, "transaction", last.ID)
	a.SignedAt = s.clock.Now()
	if err := s.store.Signed(ctx, l, last, latest, a); err != nil {
		return err
	}
	last.Nonce, last.Attempts = latest, []Attempt{a}
	return s.send(ctx, l, last)
}

// fail ends a transaction and its subject, and publishes the event.
func (s *Signer) fail(ctx context.Context, l Lease, t Transaction, number uint64, reason string) error {
	s.log.ErrorContext(ctx, "a transaction failed", "transaction", t.ID, "kind", t.Kind, "subject", t.Subject, "token", t.TokenID, "reason", reason)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.mark(ctx, l, t, TxFailed, number, reason); err != nil {
			return err
		}
		if t.Kind == PayRefund {
			r, err := s.store.FailRefund(ctx, t.Subject, reason)
			if errors.Is(err, chain.ErrNotFound) {
				return nil // it was sent after all
			}
			if err != nil {
				return err
			}
			return s.events.RefundFailed(ctx, r)
		}
		if t.Kind == PayOut {
			if err := s.store.FailPayout(ctx, t.Subject, reason); !errors.Is(err, chain.ErrNotFound) {
				return err
			}
			return nil // it was sent after all
		}
		w, err := s.store.Read(ctx, t.Subject)
		if err != nil || w.Status != custody.Failed {
			return err
		}
		return s.events.WithdrawalFailed(ctx, w)
	})
}

// follow checks one open transaction and sends it again if no node has it.
func (s *Signer) follow(ctx context.Context, l Lease, t Transaction, latestNonce, finalNonce uint64) error {
	for _, a := range t.Attempts {
		r, err := s.sender.Receipt(ctx, a.Hash)
		if errors.Is(err, chain.ErrNotYet) {
			continue
		}
		if err != nil {
			return err
		}
		if !r.OK && t.Nonce >= latestNonce {
			s.log.WarnContext(ctx, "a failed receipt of a transaction whose nonce is unused: it may still be mined", "transaction", t.ID, "nonce", t.Nonce)
			continue
		}
		return s.mined(ctx, l, t, r)
	}
	if t.Status == TxMined {
		s.log.WarnContext(ctx, "a reorganisation dropped a transaction", "transaction", t.ID, "token", t.TokenID)
		if err := s.mark(ctx, l, t, TxBroadcast, 0, ""); err != nil {
			return err
		}
		t.Status, t.SentAt = TxBroadcast, time.Time{}
	}
	if t.Nonce < finalNonce {
		// Permanent: someone else used the key. Sending again with another nonce cannot move a token
		// twice, because the contract refuses.
		s.log.WarnContext(ctx, "another transaction took the nonce", "transaction", t.ID, "nonce", t.Nonce)
		return s.requeue(ctx, l, t)
	}
	now := s.clock.Now()
	newest := t.Attempts[len(t.Attempts)-1]
	if now.Sub(newest.SignedAt) >= s.rules.BumpAfter {
		a, err := s.sender.Sign(ctx, t, t.Nonce, newest.Gas, &newest)
		switch {
		case errors.Is(err, ErrFeeCap):
			s.log.ErrorContext(ctx, "fees are above the cap, the key pauses", "transaction", t.ID, "error", err)
			return errors.Join(s.send(ctx, l, t), err)
		case errors.Is(err, ErrFunds):
			return errors.Join(s.send(ctx, l, t), err) // it may be in the mempool, so no new attempt is needed
		case err != nil:
			return err
		}
		a.SignedAt = now
		if err := s.store.Signed(ctx, l, t, t.Nonce, a); err != nil {
			return err
		}
		t.Attempts = append(t.Attempts, a)
		return s.send(ctx, l, t)
	}
	if t.Status == TxSigned || now.Sub(t.SentAt) >= s.rules.ResendAfter {
		return s.send(ctx, l, t)
	}
	return nil
}

func (s *Signer) send(ctx context.Context, l Lease, t Transaction) error {
	newest := t.Attempts[len(t.Attempts)-1]
	err := s.sender.Broadcast(ctx, newest.Raw)
	switch {
	case errors.Is(err, ErrNonceTooLow), errors.Is(err, ErrUnderpriced):
		// The next step finds the receipt, or raises the fee.
		s.log.WarnContext(ctx, "the node refused a transaction", "transaction", t.ID, "error", err)
	case err != nil:
		return err
	}
	return s.mark(ctx, l, t, TxBroadcast, 0, "")
}

// mark changes a transaction's state and refuses transitions that are not in its table.
func (s *Signer) mark(ctx context.Context, l Lease, t Transaction, status TxStatus, minedNumber uint64, reason string) error {
	if status != t.Status && !t.Status.Allowed(status) {
		return fmt.Errorf("transaction %s: %s does not follow %s", t.ID, status, t.Status)
	}
	return s.store.Mark(ctx, l, t, status, minedNumber, reason)
}

// requeue abandons the nonce of a transaction.
func (s *Signer) requeue(ctx context.Context, l Lease, t Transaction) error {
	if !t.Status.Allowed(Queued) {
		return fmt.Errorf("transaction %s: it is %s and cannot be queued again", t.ID, t.Status)
	}
	return s.store.Requeue(ctx, l, t)
}
