// Package probe checks whether processes respond.
package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// OK reports whether an address responds with 200.
func OK(ctx context.Context, client *http.Client, address string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// Wait waits until an address responds with 200. It returns an error after the timeout, or once the process has ended.
func Wait(ctx context.Context, address string, timeout time.Duration, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for !OK(ctx, http.DefaultClient, address) {
		select {
		case <-ended:
			return errors.New("the process ended while it started")
		case <-ctx.Done():
			return fmt.Errorf("%s does not respond", address)
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}
