package cards

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// object is a response of the API, as decoded JSON.
type object map[string]any

func (o object) text(name string) string { s, _ := o[name].(string); return s }

func (o object) number(name string) int64 {
	switch n := o[name].(type) {
	case int64:
		return n
	case json.Number:
		i, _ := n.Int64()
		return i
	}
	return 0
}

// problem is an error in the provider's format.
type problem struct {
	status              int
	kind, code, message string
}

func (p problem) Error() string { return p.message }

func invalid(format string, args ...any) error {
	return problem{http.StatusBadRequest, "invalid_request_error", "", fmt.Sprintf(format, args...)}
}

func missing(kind, id string) error {
	return problem{http.StatusNotFound, "invalid_request_error", "resource_missing", fmt.Sprintf("No such %s: '%s'", kind, id)}
}

type apiHandler func(ctx context.Context, r *http.Request, form url.Values) (any, error)

// api checks the key, returns the stored reply for a repeated idempotency key, and writes errors in the provider's format.
func (p *Provider) api(handle apiHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _, basic := r.BasicAuth()
		if !basic {
			key, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		}
		if key != p.o.SecretKey {
			writeError(w, http.StatusUnauthorized, "invalid_request_error", "", "Invalid API Key provided")
			return
		}
		if r.Header.Get("Stripe-Account") != p.o.Account {
			writeError(w, http.StatusForbidden, "invalid_request_error", "account_invalid", "The provided key does not have access to this account.")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		if err := r.ParseForm(); err != nil {
			writeError(w, http.StatusBadRequest, "invalid_request_error", "", err.Error())
			return
		}
		status, body := p.once(r, handle)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Request-Id", newID("req"))
		w.WriteHeader(status)
		_, _ = w.Write(body)
	})
}

// once runs a call in one transaction with its idempotency key. Replies with server errors are not stored.
func (p *Provider) once(r *http.Request, handle apiHandler) (status int, body []byte) {
	key := r.Header.Get("Idempotency-Key")
	sum := sha256.Sum256([]byte(r.Method + r.URL.Path + "?" + r.Form.Encode()))
	hash := hex.EncodeToString(sum[:])
	err := postgres.InTx(r.Context(), p.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, p.pool)
		if key != "" && r.Method == http.MethodPost {
			if _, err := q.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, key); err != nil {
				return err
			}
			var known, reply string
			err := q.QueryRow(ctx, `SELECT hash, status, body FROM replies WHERE key = $1`, key).Scan(&known, &status, &reply)
			if err == nil {
				if known != hash {
					return problem{http.StatusBadRequest, "idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with."}
				}
				body = []byte(reply)
				return nil
			}
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
		}
		out, err := handle(ctx, r, r.Form)
		if err != nil {
			return err
		}
		if status, body, err = encode(http.StatusOK, out); err != nil {
			return err
		}
		if key != "" && r.Method == http.MethodPost {
			_, err = q.Exec(ctx, `INSERT INTO replies (key, hash, status, body) VALUES ($1, $2, $3, $4)`, key, hash, status, string(body))
		}
		return err
	})
	var wrong problem
	switch {
	case err == nil:
		p.wakeUp()
		return status, body
	case errors.As(err, &wrong):
		status, body, _ = encode(wrong.status, errorBody(wrong.kind, wrong.code, wrong.message))
		return status, body
	default:
		p.o.Log.Error("cards", "path", r.URL.Path, "error", err)
		status, body, _ = encode(http.StatusInternalServerError, errorBody("api_error", "", "The provider failed."))
		return status, body
	}
}

func encode(status int, v any) (int, []byte, error) {
	body, err := json.Marshal(v)
	return status, body, err
}

func errorBody(kind, code, message string) object {
	e := object{"type": kind, "message": message}
	if code != "" {
		e["code"] = code
	}
	return object{"error": e}
}

func writeError(w http.ResponseWriter, status int, kind, code, message string) {
	_, body, _ := encode(status, errorBody(kind, code, message))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func newID(prefix string) string {
	return prefix + "_test_" + rand.Text()
}
