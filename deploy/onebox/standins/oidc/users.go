package oidc

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/bcrypt"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
)

type user struct {
	ID, Email     string
	EmailVerified bool
	CreatedAt     time.Time
}

var (
	errTaken   = errors.New("the address has an account already")
	errLogin   = errors.New("address and password do not belong together")
	errUnknown = errors.New("no such user")
)

// cost is bcrypt's cost: the default is slow enough here and fast enough for tests.
const cost = bcrypt.DefaultCost

// verifyFor is how long a verification link is valid.
const verifyFor = 24 * time.Hour

type users struct{ pool *pgxpool.Pool }

func (u users) seed(ctx context.Context, a Account) error {
	if _, err := u.byID(ctx, a.ID); err == nil {
		return nil
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(a.Password), cost)
	if err != nil {
		return err
	}
	_, err = u.pool.Exec(ctx, `INSERT INTO users (id, email, password_hash, email_verified) VALUES ($1, $2, $3, true) ON CONFLICT DO NOTHING`, a.ID, a.Email, string(hash))
	return err
}

const userColumns = `id, email, email_verified, created_at`

func (u users) byID(ctx context.Context, userID string) (*user, error) {
	return u.one(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, userID)
}

func (u users) one(ctx context.Context, sql string, arg any) (*user, error) {
	rows, err := u.pool.Query(ctx, sql, arg)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectOneRow(rows, pgx.RowToAddrOfStructByPos[user])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errUnknown
	}
	return out, err
}

// remove deletes a user and everything that refers to them.
func (u users) remove(ctx context.Context, userID string) error {
	return postgres.InTx(ctx, u.pool, func(ctx context.Context) error {
		for _, sql := range []string{
			`DELETE FROM mails WHERE lower(recipient) = (SELECT lower(email) FROM users WHERE id = $1)`,
			`DELETE FROM tokens WHERE subject = $1`, `DELETE FROM sign_ins WHERE subject = $1`, `DELETE FROM verifications WHERE user_id = $1`,
			`DELETE FROM users WHERE id = $1`,
		} {
			if _, err := postgres.Conn(ctx, u.pool).Exec(ctx, sql, userID); err != nil {
				return err
			}
		}
		return nil
	})
}

// login takes the same time for an unknown address as for a wrong password.
func (u users) login(ctx context.Context, email, password string) (*user, error) {
	hash := "$2a$10$0123456789012345678901uPYRlMJYlBzOqNsRzJOZTPeUIT8tZSC"
	found, err := u.one(ctx, `SELECT `+userColumns+` FROM users WHERE lower(email) = lower($1)`, strings.TrimSpace(email))
	if err != nil && !errors.Is(err, errUnknown) {
		return nil, err
	}
	if found != nil {
		if err := u.pool.QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1`, found.ID).Scan(&hash); err != nil {
			return nil, err
		}
	}
	if bcrypt.CompareHashAndPassword([]byte(hash), []byte(password)) != nil || found == nil {
		return nil, errLogin
	}
	return found, nil
}

// register creates an account and queues its verification mail.
func (u users) register(ctx context.Context, o Options, email, password string) (*user, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(password), cost)
	if err != nil {
		return nil, err
	}
	out := &user{ID: "auth0|" + strings.ReplaceAll(id.New(), "-", ""), Email: strings.TrimSpace(email), CreatedAt: time.Now()}
	err = postgres.InTx(ctx, u.pool, func(ctx context.Context) error {
		_, err := postgres.Conn(ctx, u.pool).Exec(ctx, `INSERT INTO users (id, email, password_hash) VALUES ($1, $2, $3)`, out.ID, out.Email, string(hash))
		if postgres.IsUnique(err, "users_email") {
			return errTaken
		}
		if err != nil {
			return err
		}
		return u.sendVerification(ctx, o, out)
	})
	return out, err
}

func (u users) sendVerification(ctx context.Context, o Options, who *user) error {
	secret, hash := id.Secret()
	q := postgres.Conn(ctx, u.pool)
	if _, err := q.Exec(ctx, `INSERT INTO verifications (hash, user_id, expires_at) VALUES ($1, $2, $3)`, hash, who.ID, time.Now().Add(verifyFor)); err != nil {
		return err
	}
	return mail.Queue(ctx, q, mail.Message{
		Key: fmt.Sprintf("verify:%x", hash), To: who.Email, Subject: "Verify your email address", Heading: "Confirm your email",
		Paragraphs: []string{"Welcome. Please confirm your email address so that you can buy.", "The link is valid for 24 hours."},
		Action:     &mail.Link{Label: "Verify email address", URL: o.Issuer + "/verify?token=" + secret},
		Footer:     "Not you? Ignore this email: an unverified account can't buy.",
	})
}

// verify consumes a link's secret.
func (u users) verify(ctx context.Context, secret string) error {
	tag, err := u.pool.Exec(ctx, `UPDATE users SET email_verified = true WHERE id = (SELECT user_id FROM verifications WHERE hash = $1 AND expires_at > now())`, id.Hash(secret))
	if err == nil && tag.RowsAffected() == 0 {
		err = errUnknown
	}
	return err
}

// signingKey reads the provider's key or creates it, so that ID tokens stay valid after a restart.
func signingKey(ctx context.Context, pool *pgxpool.Pool) (*key, error) {
	var k key
	var der []byte
	err := pool.QueryRow(ctx, `SELECT id, pkcs8 FROM signing_keys ORDER BY created_at DESC LIMIT 1`).Scan(&k.id, &der)
	if errors.Is(err, pgx.ErrNoRows) {
		made, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			return nil, err
		}
		if der, err = x509.MarshalPKCS8PrivateKey(made); err != nil {
			return nil, err
		}
		k.id = id.New()
		if _, err := pool.Exec(ctx, `INSERT INTO signing_keys (id, pkcs8) VALUES ($1, $2)`, k.id, der); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	signer, ok := parsed.(crypto.Signer)
	if !ok {
		return nil, errors.New("the stored key cannot sign")
	}
	k.signer = signer
	return &k, nil
}

// ownSecret reads or creates the key for data that only the provider reads.
func ownSecret(ctx context.Context, pool *pgxpool.Pool) (out [32]byte, err error) {
	var made [32]byte
	_, _ = rand.Read(made[:])
	if _, err = pool.Exec(ctx, `INSERT INTO secrets (name, value) VALUES ('own', $1) ON CONFLICT DO NOTHING`, made[:]); err != nil {
		return out, err
	}
	var stored []byte
	if err = pool.QueryRow(ctx, `SELECT value FROM secrets WHERE name = 'own'`).Scan(&stored); err != nil {
		return out, err
	}
	copy(out[:], stored)
	return out, nil
}
