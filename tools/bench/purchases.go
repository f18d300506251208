package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/deploy/onebox/customer"
)

const (
	// apart is the pause between the starts of two purchases, which overlap a little, as in a shop.
	apart = 2 * time.Second
	// asked is the polling interval and therefore the resolution of the figures.
	asked = 50 * time.Millisecond
	// patience is the maximum duration of a purchase.
	patience = 3 * time.Minute
)

// steps of a paid order. A step shorter than the polling interval may be missed.
var steps = []string{"payment_seen", "confirming", "paid", "delivering", "completed"}

// purchases measures how long buyers wait after paying: with ether from the block with the payment, by card from the
// click on pay, until each step and until the token is theirs.
func purchases(ctx context.Context, s settings, r *report) error {
	s.site = false
	h, _, err := open(ctx, s, s.data(0), "RENDITION_WORKERS=0")
	if err != nil {
		return err
	}
	defer stop(h)
	node := fmt.Sprint("http://127.0.0.1:", chainPort+s.Offset)
	chain, err := ethclient.DialContext(ctx, node)
	if err != nil {
		return err
	}
	defer chain.Close()
	artworks, err := forSale(ctx, s.base())
	if err != nil {
		return err
	}
	for _, way := range []struct {
		name, from string
		pay        func(ctx context.Context, b *customer.Customer, id string) (time.Time, error)
	}{
		{"in ether", "from the payment's block", payByEther},
		{"by card", "from the click on pay", payByCard},
	} {
		before := load()
		took := make([]map[string]time.Duration, s.Purchases)
		failed := make([]error, s.Purchases)
		var all sync.WaitGroup
		for i := range took {
			all.Go(func() {
				if !pause(ctx, time.Duration(i)*apart) {
					failed[i] = ctx.Err()
					return
				}
				took[i], failed[i] = purchase(ctx, s.base(), node, artworks[i%len(artworks)], way.pay)
			})
		}
		all.Wait()
		if err := errors.Join(failed...); err != nil {
			return fmt.Errorf("purchases %s: %w", way.name, err)
		}
		depth, err := finality(ctx, chain)
		if err != nil {
			return err
		}
		note := fmt.Sprintf("%d purchases, one begun every %s", s.Purchases, apart)
		if way.name == "in ether" {
			note += fmt.Sprintf("; paid and completed need a final block: %d behind the head, a block a second", depth)
		}
		r.steps("Purchases "+way.name+", p50 "+way.from, note, before, took)
	}
	return nil
}

// steps adds a figure for each observed step: the median, with the slowest in its note.
func (r *report) steps(group, note string, before float64, took []map[string]time.Duration) {
	for _, step := range steps {
		var times []time.Duration
		for _, purchase := range took {
			if d, ok := purchase[step]; ok {
				times = append(times, d)
			}
		}
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		say := fmt.Sprintf("max %.2f s", times[len(times)-1].Seconds())
		if len(times) < len(took) {
			say += fmt.Sprintf(", seen in %d of %d", len(times), len(took))
		}
		if step == steps[len(steps)-1] {
			say += "; " + note
		}
		r.add(Figure{group, step, median(times).Seconds(), "s", say, before})
	}
}

func median(sorted []time.Duration) time.Duration {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// purchase runs one purchase and returns how long after the payment each step was observed.
func purchase(ctx context.Context, base, node, artwork string, pay func(context.Context, *customer.Customer, string) (time.Time, error)) (map[string]time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	b, err := customer.New(ctx, base, node, http.DefaultClient)
	if err != nil {
		return nil, err
	}
	defer b.Chain.Close()
	if err := errors.Join(b.SignIn(ctx), b.CompleteProfile(ctx, "")); err != nil {
		return nil, fmt.Errorf("join: %w", err)
	}
	held, err := b.Hold(ctx, artwork, customer.Key()...)
	if err != nil {
		return nil, fmt.Errorf("hold: %w", err)
	}
	// Polling starts before the payment, because a step may be observed before this program sees the block.
	type sight struct {
		step int
		at   time.Time
	}
	var seen []sight
	followed := make(chan error, 1)
	go func() {
		last := -1
		for {
			now, err := b.Read(ctx, held.ID)
			if err != nil {
				followed <- err
				return
			}
			if n := slices.Index(steps, now.Status); n > last {
				seen, last = append(seen, sight{n, time.Now()}), n
			}
			if last == len(steps)-1 {
				followed <- nil
				return
			}
			if !pause(ctx, asked) {
				followed <- fmt.Errorf("it is %s: %w", now.Status, ctx.Err())
				return
			}
		}
	}()
	paid, err := pay(ctx, b, held.ID)
	if err != nil {
		cancel()
		return nil, errors.Join(fmt.Errorf("pay: %w", err), <-followed)
	}
	if err := <-followed; err != nil {
		return nil, err
	}
	took := map[string]time.Duration{}
	for _, sight := range seen {
		took[steps[sight.step]] = max(0, sight.at.Sub(paid))
	}
	return took, nil
}

// payByCard submits the provider's page and returns the time of the click.
func payByCard(ctx context.Context, b *customer.Customer, id string) (time.Time, error) {
	page, err := b.CardPage(ctx, id, customer.Key()...)
	if err != nil {
		return time.Time{}, err
	}
	clicked := time.Now()
	return clicked, b.SubmitCard(ctx, page, "4242424242424242")
}

// payByEther sends the quoted transaction and returns the time at which the node had its block.
func payByEther(ctx context.Context, b *customer.Customer, id string) (time.Time, error) {
	q, err := b.EtherQuote(ctx, id, "", customer.Key()...)
	if err != nil {
		return time.Time{}, err
	}
	tx, err := b.Send(ctx, q)
	if err != nil {
		return time.Time{}, err
	}
	return mined(ctx, b.Chain, tx.Hash())
}

// forSale returns works with many free editions.
func forSale(ctx context.Context, base string) ([]string, error) {
	body, err := json.Marshal(map[string]string{"query": `{artworks(filter:{availability:[AVAILABLE],editionSize:{min:25}},sort:PRICE_ASC){items{id}}}`})
	if err != nil {
		return nil, err
	}
	var res struct {
		Data struct {
			Artworks struct{ Items []struct{ ID string } }
		}
	}
	if _, reply, err := ask(ctx, http.DefaultClient, base+"/graphql", body); err != nil || json.Unmarshal(reply, &res) != nil || len(res.Data.Artworks.Items) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s sells nothing: %.300s", base, reply))
	}
	var out []string
	for _, a := range res.Data.Artworks.Items {
		out = append(out, a.ID)
	}
	return out, nil
}

// finality is the distance between the newest final block and the head.
func finality(ctx context.Context, chain *ethclient.Client) (uint64, error) {
	var head, final struct{ Number hexutil.Uint64 }
	if err := chain.Client().CallContext(ctx, &head, "eth_getBlockByNumber", "latest", false); err != nil {
		return 0, err
	}
	if err := chain.Client().CallContext(ctx, &final, "eth_getBlockByNumber", "finalized", false); err != nil {
		return 0, err
	}
	return uint64(head.Number - final.Number), nil
}

// mined waits for a transaction's block and returns when the node had the block.
func mined(ctx context.Context, chain *ethclient.Client, hash common.Hash) (time.Time, error) {
	for {
		receipt, err := chain.TransactionReceipt(ctx, hash)
		switch {
		case err == nil && receipt.Status != 1:
			return time.Time{}, errors.New("the contract rejected the payment")
		case err == nil:
			return time.Now(), nil
		case !errors.Is(err, ethereum.NotFound) && !strings.Contains(err.Error(), "not found"):
			return time.Time{}, err
		}
		if !pause(ctx, 10*time.Millisecond) {
			return time.Time{}, ctx.Err()
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
