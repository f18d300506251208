package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// queries are those of the site's pages, the same text that the comparison with peers uses.
//
//go:embed peers/*.graphql
var queries embed.FS

// sets is the number of different requests per operation, sent in turn.
const sets = 64

type card struct {
	ID, Slug, Title, Category string
	PurchasePrice             *struct{ Amount string }
}

// loads measures list, detail and search; how ends the group's name.
func loads(ctx context.Context, s settings, r *report, api, how string) error {
	pages, works, err := sample(ctx, api)
	if err != nil {
		return err
	}
	group := fmt.Sprintf("Data API through the gateway, %d works%s", works, how)
	for _, op := range []string{"list", "detail", "search"} {
		bodies, err := requests(op, pages)
		if err != nil {
			return err
		}
		for _, c := range s.Connections {
			if _, err := closedLoop(ctx, api, bodies, c, time.Second/2); err != nil {
				return err
			}
			before := load()
			got, err := closedLoop(ctx, api, bodies, c, s.duration())
			if err != nil {
				return err
			}
			name := fmt.Sprintf("%s, %d connections", op, c)
			if c == 1 {
				name = op + ", 1 connection"
			}
			r.add(Figure{group, name, got.rps, "requests/s", fmt.Sprintf("p50 %s, p99 %s, %d bad", ms(got.p50), ms(got.p99), got.bad), before})
			if got.bad > 0 {
				return fmt.Errorf("%s: %d replies were not 200 or held errors, the first: %s", op, got.bad, got.example)
			}
		}
	}
	return nil
}

// requests returns different requests of an operation.
func requests(op string, pages []card) ([][]byte, error) {
	text, err := queries.ReadFile("peers/" + op + ".graphql")
	if err != nil {
		return nil, err
	}
	bodies := make([][]byte, sets)
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range bodies {
		if bodies[i], err = json.Marshal(map[string]any{"query": string(text), "variables": variables(op, pages, rng)}); err != nil {
			return nil, err
		}
	}
	return bodies, nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1000) }

// variables picks one set of values from existing works.
func variables(op string, pages []card, rng *rand.Rand) map[string]any {
	w := pages[rng.IntN(len(pages))]
	switch op {
	case "list":
		price := 0
		if w.PurchasePrice != nil {
			price, _ = strconv.Atoi(w.PurchasePrice.Amount)
		}
		return map[string]any{"cat": w.Category, "min": price / 2, "max": price*2 + 1, "sort": []string{"NEWEST", "PRICE_ASC"}[rng.IntN(2)]}
	case "detail":
		return map[string]any{"slug": w.Slug, "id": w.ID}
	default:
		words := strings.FieldsFunc(w.Title, func(r rune) bool { return !unicode.IsLetter(r) })
		slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
		if len(words) == 0 {
			words = []string{"portrait"}
		}
		return map[string]any{"term": strings.Join(words[:min(len(words), 1+rng.IntN(2))], " "), "page": 1}
	}
}

// sample reads pages that are spread over the whole listing.
func sample(ctx context.Context, api string) (cards []card, works int, err error) {
	pageCount := 1
	for i := range 20 {
		query := fmt.Sprintf(`{artworks(page:%d){totalCount pageCount items{id slug title category purchasePrice{amount}}}}`, 1+i*max(1, pageCount/20))
		body, _ := json.Marshal(map[string]string{"query": query})
		status, reply, err := ask(ctx, http.DefaultClient, api, body)
		if err != nil {
			return nil, 0, err
		}
		var out struct {
			Data struct {
				Artworks struct {
					TotalCount, PageCount int
					Items                 []card
				}
			}
		}
		if err := json.Unmarshal(reply, &out); err != nil || status != http.StatusOK {
			return nil, 0, errors.Join(err, fmt.Errorf("%s: %d %.300s", api, status, reply))
		}
		works, pageCount = out.Data.Artworks.TotalCount, out.Data.Artworks.PageCount
		cards = append(cards, out.Data.Artworks.Items...)
	}
	if len(cards) == 0 {
		return nil, 0, errors.New("the catalog is empty")
	}
	return cards, works, nil
}

func ask(ctx context.Context, client *http.Client, api string, body []byte) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, api, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	reply, err := io.ReadAll(res.Body)
	return res.StatusCode, reply, err
}

type result struct {
	rps      float64
	p50, p99 time.Duration
	bad      int
	example  string
}

// closedLoop sends the next request on each connection as soon as the previous response has arrived.
func closedLoop(ctx context.Context, api string, bodies [][]byte, connections int, d time.Duration) (result, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		took  []time.Duration
		out   result
		began = time.Now()
	)
	for c := range connections {
		wg.Go(func() {
			var mine []time.Duration
			bad, example := 0, ""
			for i := c * sets / connections; time.Since(began) < d && ctx.Err() == nil; i++ {
				asked := time.Now()
				status, reply, err := ask(ctx, client, api, bodies[i%len(bodies)])
				mine = append(mine, time.Since(asked))
				if err != nil || status != http.StatusOK || !bytes.HasPrefix(reply, []byte(`{"data":{"artwork`)) || bytes.Contains(reply, []byte(`"errors":[`)) {
					bad, example = bad+1, fmt.Sprintf("%v %d %.300s", err, status, reply)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			took, out.bad = append(took, mine...), out.bad+bad
			out.example = cmp.Or(out.example, example)
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	elapsed := time.Since(began)
	slices.Sort(took)
	out.rps = float64(len(took)) / elapsed.Seconds()
	out.p50, out.p99 = took[len(took)/2], took[len(took)*99/100]
	return out, nil
}
