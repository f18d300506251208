package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

var (
	// ErrReverted is a transaction that would revert.
	ErrReverted = errors.New("the transaction would revert")
	// ErrAlreadyMinted is the mint of a token that is there. It is an ErrReverted too.
	ErrAlreadyMinted = fmt.Errorf("%w: already minted", ErrReverted)
	// ErrAlreadyRefunded is a refund that was sent. It is an ErrReverted too.
	ErrAlreadyRefunded = fmt.Errorf("%w: already refunded", ErrReverted)
	// ErrRefused is a refund whose target takes no money. It is an ErrReverted too.
	ErrRefused = fmt.Errorf("%w: the target refuses it", ErrReverted)
	// ErrFunds is a key that has too little for a transaction.
	ErrFunds = errors.New("the key has too little")
	// ErrNonceTooLow is a nonce that a mined transaction has used.
	ErrNonceTooLow = errors.New("the nonce is used")
	// ErrUnderpriced is a replacement that pays too little more.
	ErrUnderpriced = errors.New("the replacement is underpriced")
	// ErrFeeCap is a fee above the cap: the key pauses until fees fall.
	ErrFeeCap = errors.New("the fee is above the cap")
	// ErrFenced is a signer that lost its lock to another replica. It must stop.
	ErrFenced = errors.New("another signer has taken over")
)

// SignerRules are the figures of a signer.
type SignerRules struct {
	// BumpAfter is how long a transaction may wait before it pays more.
	BumpAfter time.Duration
	// ResendAfter is how long before the same bytes are handed over again: nodes forget.
	ResendAfter time.Duration
	// InFlight bounds how many wait for a block at once: nodes keep few of a sender that are not mined. Those that are mined wait
	// for finality without a bound, or a key would send no more than so many in all of that time.
	InFlight int
}

// Signer sends the transactions of one key on one chain.
type Signer struct {
	link   Link
	sender Sender
	store  SignerStore
	facts  Facts
	rules  SignerRules
	cooled Cooled
	clock  clock.Clock
	log    *slog.Logger
	paused func(bool)
	// passed are the queued ones that could not start, while those behind them have their turn.
	passed []string
}

// Cooled tells whether a withdrawal's cool-down is over, by what is known of its owner now. Errors: ErrUnavailable, those of the store.
type Cooled func(ctx context.Context, w Withdrawal) (bool, error)

// NewSigner wires a signer. paused is told whether fees are above the cap.
func NewSigner(l Link, sender Sender, s SignerStore, f Facts, r SignerRules, cooled Cooled, c clock.Clock, log *slog.Logger, paused func(bool)) *Signer {
	return &Signer{
		link: l, sender: sender, store: s, facts: f, rules: r, cooled: cooled, clock: c,
		log: log.With("chain", l.Chain.ID, "sender", sender.Address()), paused: paused,
	}
}

// Step looks after all open transactions and starts queued ones. It needs the lease. ErrFenced ends the lease; other
// errors are tried again with the next step.
func (s *Signer) Step(ctx context.Context, l Lease) error {
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
	capped, paying, waiting := false, false, 0
	for _, t := range open {
		switch used := t.Nonce < latest; {
		case !used:
			waiting++
		case t.Status == TxMined && t.MinedNumber > height:
			continue // nothing took it back, and it is not final
		}
		if err := s.complete(ctx, &t); err != nil {
			return err
		}
		paying = paying || t.Kind == PayBack && t.Status != TxMined
		if err := s.follow(ctx, l, t, final); errors.Is(err, ErrFeeCap) {
			capped = true
		} else if err != nil {
			return err
		}
	}
	s.paused(capped)
	if err := s.fill(ctx, l, open, latest); err != nil {
		return err
	}
	if capped || waiting >= s.rules.InFlight {
		return nil
	}
	return s.startNext(ctx, l, latest, s.rules.InFlight-waiting, paying)
}

// startNext starts queued ones, so many at most. What cannot start is passed over until the queue's end was reached, so that however many
// they are, those behind them have their turn.
func (s *Signer) startNext(ctx context.Context, l Lease, latest uint64, most int, paying bool) error {
	next, err := s.store.Next(ctx, l, s.passed, most)
	if err != nil {
		return err
	}
	var owed []error
	for _, t := range next {
		started := false
		// One refund at a time: each counts on what is credited to the vault.
		if t.Kind != PayBack || !paying {
			if err := s.complete(ctx, &t); err != nil {
				return err
			}
			switch started, err = s.start(ctx, l, t, latest); {
			case errors.Is(err, ErrFeeCap):
				s.paused(true)
				return errors.Join(append(owed, err)...)
			case errors.Is(err, ErrReverted), errors.Is(err, ErrFunds), errors.Is(err, ErrUnavailable):
				owed = append(owed, err) // those behind it may go on
			case err != nil:
				return err
			}
		}
		if !started {
			s.passed = append(s.passed, t.ID)
		} else if t.Kind == PayBack {
			paying = true
		}
	}
	if len(next) < most {
		s.passed = nil
	}
	return errors.Join(owed...)
}

// complete fills in what a mint or a refund calls: both are taken on without a node, and a chain that was started anew has
// other contracts.
func (s *Signer) complete(ctx context.Context, t *Transaction) (err error) {
	switch t.Kind {
	case Mint:
		t.Contract, t.Data, err = s.link.Contracts.Call(Mint, t.TokenID, s.link.Chain.Vault)
	case PayBack:
		var r Refund
		if r, err = s.store.Refund(ctx, t.Subject); err == nil {
			t.Contract, t.Data, t.Value, err = s.link.Contracts.PayBack(ctx, r)
		}
	case Transfers:
	}
	return err
}

// fill closes a gap before the first open nonce. One appears when a reorganisation drops what somebody else sent with the
// key (the deployment), and nothing of ours could ever be mined behind it. The newest transaction moves into the gap; its
// old bytes may still be mined later, and the contract refuses the second time. A lagging node looks the same, so
// it has to last.
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
	s.log.WarnContext(ctx, "a nonce is missing, the newest transaction takes it", "nonce", latest, "transaction", last.ID)
	a.SignedAt = s.clock.Now()
	if err := s.store.Signed(ctx, l, last, latest, a); err != nil {
		return err
	}
	last.Nonce, last.Attempts = latest, []Attempt{a}
	return s.send(ctx, l, last)
}

// start signs a queued transaction, keeps the bytes, and sends them. It answers whether there is anything to follow now: what waits for
// something stays in the queue, and what cannot be made ends.
func (s *Signer) start(ctx context.Context, l Lease, t Transaction, latest uint64) (started bool, err error) {
	if t.Kind == Transfers {
		w, err := s.store.Read(ctx, t.Subject)
		if err != nil {
			return false, err
		}
		if over, err := s.cooled(ctx, w); err != nil || !over {
			return false, err
		}
	}
	nonce, err := s.store.Nonce(ctx, l)
	if err != nil {
		return false, err
	}
	// The key may have been used outside (the deployment): the chain's count is the least.
	nonce = max(nonce, latest)
	a, err := s.sender.Sign(ctx, t, nonce, 0, nil)
	switch {
	case errors.Is(err, ErrAlreadyMinted):
		return false, s.alreadyMinted(ctx, l, t)
	case errors.Is(err, ErrAlreadyRefunded):
		return false, s.alreadyRefunded(ctx, l, t)
	case errors.Is(err, ErrRefused):
		return false, s.fail(ctx, l, t, 0, RecipientReverts)
	case errors.Is(err, ErrReverted) && t.Kind == Transfers:
		return false, s.revertedTransfer(ctx, l, t, 0)
	case errors.Is(err, ErrReverted):
		// What reverts otherwise is owed all the same: a role is missing, for example. It stays in the queue.
		return false, fmt.Errorf("%s %s, token %d: %w", t.Kind, t.Subject, t.TokenID, err)
	case err != nil:
		return false, err
	}
	a.SignedAt = s.clock.Now()
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if t.Kind == Transfers {
			if err := s.held(ctx, t); err != nil {
				return err
			}
		}
		return s.store.Signed(ctx, l, t, nonce, a)
	})
	if errors.Is(err, ErrFrozen) {
		return false, s.fail(ctx, l, t, 0, TokenFrozen)
	}
	if err != nil {
		return false, err
	}
	t.Status, t.Nonce, t.Attempts = TxSigned, nonce, []Attempt{a}
	return true, s.send(ctx, l, t)
}

// held is ErrFrozen where the order of a transfer's token was disputed or refunded since the transfer was queued, which may be hours ago.
// A refunded one may belong to somebody else by now.
func (s *Signer) held(ctx context.Context, t Transaction) error {
	w, err := s.store.Read(ctx, t.Subject)
	if err != nil {
		return err
	}
	token, err := s.store.Token(ctx, t.TokenID)
	if err == nil && (token.Frozen || token.AccountID != w.AccountID) {
		err = ErrFrozen
	}
	return err
}

// fail ends a transaction and what it was for, and tells it.
func (s *Signer) fail(ctx context.Context, l Lease, t Transaction, number uint64, reason string) error {
	s.log.ErrorContext(ctx, "a transaction is not made", "transaction", t.ID, "kind", t.Kind, "subject", t.Subject, "token", t.TokenID, "reason", reason)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Mark(ctx, l, t, TxFailed, number, reason); err != nil {
			return err
		}
		if t.Kind == PayBack {
			r, err := s.store.FailRefund(ctx, t.Subject, reason)
			if errors.Is(err, ErrNotFound) {
				return nil // it was sent after all
			}
			if err != nil {
				return err
			}
			return s.facts.RefundFailed(ctx, r)
		}
		w, err := s.store.Read(ctx, t.Subject)
		if err != nil || w.Status != Failed {
			return err
		}
		return s.facts.WithdrawalFailed(ctx, w)
	})
}

// alreadyRefunded ends a refund that was sent, once its event is final: until then a reorganisation may take it back, and it would be owed.
func (s *Signer) alreadyRefunded(ctx context.Context, l Lease, t Transaction) error {
	r, err := s.store.Refund(ctx, t.Subject)
	if err != nil || r.Status != RefundConfirmed {
		return err
	}
	return s.store.Mark(ctx, l, t, TxFinal, 0, "already refunded")
}

// alreadyMinted ends a mint whose token is there, if it is where it belongs and the watcher has seen that become final: until then a
// reorganisation may take it back, and it would be owed.
func (s *Signer) alreadyMinted(ctx context.Context, l Lease, t Transaction) error {
	owner, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if err != nil {
		return err
	}
	if owner == s.link.Chain.Vault {
		token, err := s.store.Token(ctx, t.TokenID)
		if err != nil || token.Status != Minted {
			return err
		}
		return s.store.Mark(ctx, l, t, TxFinal, 0, "already minted")
	}
	s.log.ErrorContext(ctx, "a token to mint has another owner", "token", t.TokenID, "owner", owner)
	return s.store.Mark(ctx, l, t, TxFailed, 0, "token_has_another_owner")
}

// follow looks where one open transaction is and sends it again where it is nowhere.
func (s *Signer) follow(ctx context.Context, l Lease, t Transaction, finalNonce uint64) error {
	for _, a := range t.Attempts {
		r, err := s.sender.Receipt(ctx, a.Hash)
		if errors.Is(err, ErrNotYet) {
			continue
		}
		if err != nil {
			return err
		}
		return s.mined(ctx, l, t, r)
	}
	if t.Status == TxMined {
		s.log.WarnContext(ctx, "a reorganisation took a transaction back", "transaction", t.ID, "token", t.TokenID)
		if err := s.store.Mark(ctx, l, t, TxBroadcast, 0, ""); err != nil {
			return err
		}
		t.Status, t.SentAt = TxBroadcast, time.Time{}
	}
	if t.Nonce < finalNonce {
		// For good: somebody else used the key. Sending again with another nonce cannot move a token twice, the contract refuses.
		s.log.WarnContext(ctx, "another transaction took the nonce", "transaction", t.ID, "nonce", t.Nonce)
		return s.store.Requeue(ctx, l, t)
	}
	now := s.clock.Now()
	newest := t.Attempts[len(t.Attempts)-1]
	if now.Sub(newest.SignedAt) >= s.rules.BumpAfter {
		a, err := s.sender.Sign(ctx, t, t.Nonce, newest.Gas, &newest)
		switch {
		case errors.Is(err, ErrFeeCap):
			s.log.ErrorContext(ctx, "fees are above the cap, the key pauses", "transaction", t.ID, "error", err)
			return errors.Join(s.send(ctx, l, t), err)
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

func (s *Signer) mined(ctx context.Context, l Lease, t Transaction, r Receipt) error {
	final, err := s.store.Finalized(ctx, l.ChainID)
	if err != nil {
		return err
	}
	if r.BlockNumber > final {
		if t.Status == TxMined && t.MinedNumber == r.BlockNumber {
			return nil
		}
		return s.store.Mark(ctx, l, t, TxMined, r.BlockNumber, "")
	}
	if r.OK {
		return s.store.Mark(ctx, l, t, TxFinal, r.BlockNumber, "")
	}
	if t.Kind == Mint {
		return s.revertedMint(ctx, l, t)
	}
	if t.Kind == PayBack {
		return s.store.Requeue(ctx, l, t) // the contract knows whether it was sent
	}
	return s.revertedTransfer(ctx, l, t, r.BlockNumber)
}

// revertedTransfer ends a transfer that cannot be made, unless an earlier attempt of it made it: a nonce that was given up, on the word of
// one node, may be used after all. That one's event ends the withdrawal, and until it is final this one waits.
func (s *Signer) revertedTransfer(ctx context.Context, l Lease, t Transaction, number uint64) error {
	w, err := s.store.Read(ctx, t.Subject)
	if err != nil {
		return err
	}
	if w.Status == Final {
		return s.store.Mark(ctx, l, t, TxFinal, number, "an earlier attempt moved it")
	}
	owner, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if err != nil && !errors.Is(err, ErrNotYet) {
		return err
	}
	if owner == w.To {
		return nil
	}
	return s.fail(ctx, l, t, number, TransferReverted)
}

// revertedMint is done where the vault has the token, and tried again where nobody has.
func (s *Signer) revertedMint(ctx context.Context, l Lease, t Transaction) error {
	_, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if errors.Is(err, ErrNotYet) {
		return s.store.Requeue(ctx, l, t)
	}
	if err != nil {
		return err
	}
	return s.alreadyMinted(ctx, l, t)
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
	return s.store.Mark(ctx, l, t, TxBroadcast, 0, "")
}
