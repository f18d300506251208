package login_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/login"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// open returns an empty store, used as the service's user.
func open(t *testing.T) *postgres.Store {
	t.Helper()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	return postgres.New(pool, events.NewPublisher(pool))
}

func service(store *postgres.Store, p login.Provider, signer session.Signer, grants account.Grants, now clock.Clock) *login.Service {
	log := slog.New(slog.DiscardHandler)
	accounts := &account.Service{Store: store, Grants: grants, Clock: now, Log: log}
	return &login.Service{
		Sessions: &session.Service{Accounts: accounts, Store: store, Signer: signer, Notices: silent{}, Clock: now, Log: log},
		Accounts: accounts, Store: store, Provider: p, Rules: login.Rules{PublicURL: &url.URL{}, ClockTolerance: time.Minute}, Clock: now, Log: log,
	}
}

// provider logs everyone in as the same person.
type provider struct {
	login.Provider

	asked  login.Attempt
	at     time.Time
	behind time.Duration
}

func (p *provider) AuthURL(_ context.Context, a login.Attempt) (string, error) {
	p.asked = a
	return "https://id.example.org/", nil
}

func (p *provider) Exchange(context.Context, login.Response, login.Attempt) (account.Identity, error) {
	return account.Identity{Issuer: "i", Subject: "s", Email: "a@example.org", AuthenticatedAt: p.at, ClockAhead: -p.behind}, nil
}

// TestSignInTime: a provider that knows the browser may log a person in without a prompt. That isn't a fresh login, and neither
// is one without a time from the provider.
func TestSignInTime(t *testing.T) {
	t.Parallel()
	const window = 7 * time.Minute
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		asked  bool
		at     time.Time
		behind time.Duration
		err    error
		text   string
		fresh  bool
	}{
		"requested, and fresh":          {asked: true, at: noon.Add(30 * time.Second), fresh: true},
		"requested, clock behind":       {asked: true, at: noon.Add(-time.Minute), fresh: true},
		"requested, clock ahead":        {asked: true, at: noon.Add(time.Hour), fresh: true},
		"requested, not fresh":          {asked: true, at: noon.Add(-time.Minute - time.Second), err: login.ErrLogin},
		"requested, clock far behind":   {asked: true, at: noon.Add(-time.Hour), behind: time.Hour, err: login.ErrLogin, text: "the provider's clock is 1h0m0s behind ours"},
		"requested, without a time":     {asked: true, err: login.ErrLogin},
		"not requested, and fresh":      {at: noon.Add(30 * time.Second), fresh: true},
		"not requested, an hour ago":    {at: noon.Add(-time.Hour)},
		"not requested, without a time": {},
	} {
		t.Run(name, func(t *testing.T) {
			now, p, store := clock.NewFake(noon), &provider{at: c.at, behind: c.behind}, open(t)
			signer := &sealed{}
			s := service(store, p, signer, account.Grants{}, now)
			s.Sessions.Rules.StepUpWindow = window
			if _, err := s.Begin(t.Context(), "browser", "/en/", false, c.asked); err != nil {
				t.Fatal(err)
			}
			now.Advance(time.Minute)
			_, code, err := s.Finish(t.Context(), "browser", "holder", login.Response{State: p.asked.State, Code: "code"})
			if !errors.Is(err, c.err) || err != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %v: %s", err, c.err, c.text)
			}
			if c.err != nil || err != nil {
				return
			}
			if _, err := s.Exchange(t.Context(), "holder", code, session.Caller{}); err != nil {
				t.Fatal(err)
			}
			if state, err := s.Sessions.State(t.Context(), signer.claims.SessionID); !state.Active || state.RecentLogin != c.fresh || err != nil {
				t.Errorf("got %+v, %v; want an active session, recent: %t", state, err, c.fresh)
			}
			now.Advance(window + time.Second)
			if state, err := s.Sessions.State(t.Context(), signer.claims.SessionID); !state.Active || state.RecentLogin || err != nil {
				t.Errorf("later: %+v, %v; want an active session, recent: false", state, err)
			}
		})
	}
}

// TestALoginAfterALogoutPrompts: the session of a provider without a logout outlives a logout here. Its next login without a prompt is of no use,
// and the one after it requests the password, once.
func TestALoginAfterALogoutPrompts(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	now, p, store := clock.NewFake(noon), new(people), open(t)
	signer, stays := new(sealed), true
	s := service(store, p, signer, account.Grants{}, now)
	finish := func(sessionThere string, at time.Time) (string, error) {
		t.Helper()
		p.next = account.Identity{Issuer: "i", Subject: "s", Session: sessionThere, AuthenticatedAt: at, SessionStays: stays}
		_, code, err := s.Finish(t.Context(), "browser", "holder", login.Response{State: p.asked.State, Code: "code"})
		return code, err
	}
	signIn := func(sessionThere string, at time.Time) error {
		t.Helper()
		if _, err := s.Begin(t.Context(), "browser", "/en/works/", false, false); err != nil {
			t.Fatal(err)
		}
		code, err := finish(sessionThere, at)
		if err == nil {
			_, err = s.Exchange(t.Context(), "holder", code, session.Caller{})
		}
		return err
	}
	for _, there := range []string{"", "there"} { // with and without the provider's id of its session
		at := now.Now()
		if err := signIn(there, at); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Hour)
		if err := s.Sessions.Store.EndSession(t.Context(), signer.claims.SessionID, account.EndedLogout, now.Now()); err != nil {
			t.Fatal(err)
		}
		if err := signIn(there+"elsewhere", at); err != nil {
			t.Errorf("from another session there: error = %v, want nil", err)
		}
		now.Advance(time.Hour)
		// Giving up at the provider's page doesn't help, and a provider that doesn't say when the person logged in isn't trusted.
		for _, at := range []time.Time{at, at, {}} {
			again, ok := errors.AsType[*login.PromptError](signIn(there, at))
			if !ok || again.Location == "" || !p.asked.Prompt || p.asked.Redirect != "/en/works/" {
				t.Fatalf("from the same session there: %v, attempt %+v, want a prompt for the same page", again, p.asked)
			}
		}
		code, err := finish(there, time.Time{}) // a provider that doesn't say when
		if err == nil {
			_, err = s.Exchange(t.Context(), "holder", code, session.Caller{})
		}
		if err != nil {
			t.Errorf("after the prompt: error = %v, want nil", err)
		}
		if err := signIn(there, at); err != nil {
			t.Errorf("the login after it: error = %v, want nil", err)
		}
		now.Advance(time.Hour)
	}
	stays = false
	if err := s.Sessions.Store.EndSession(t.Context(), signer.claims.SessionID, account.EndedLogout, now.Now()); err != nil {
		t.Fatal(err)
	}
	if err := signIn("there", now.Now().Add(-time.Hour)); err != nil {
		t.Errorf("at a provider with a logout: error = %v, want nil", err)
	}
}

// sealed records the claims that it signs.
type sealed struct {
	session.Signer

	claims session.Claims
}

func (s *sealed) Sign(_ context.Context, c session.Claims) (string, error) {
	s.claims = c
	return "access", nil
}

// people logs in the next person of a list.
type people struct {
	login.Provider

	asked login.Attempt
	next  account.Identity
}

func (p *people) AuthURL(_ context.Context, a login.Attempt) (string, error) {
	p.asked = a
	return "https://id.example.org/", nil
}

func (p *people) Exchange(context.Context, login.Response, login.Attempt) (account.Identity, error) {
	return p.next, nil
}

// TestRolesFollowTheSubject: another person can have a verified address that differs from a staff member's only in letter case.
func TestRolesFollowTheSubject(t *testing.T) {
	t.Parallel()
	const issuer = "https://id.example.org"
	grants, err := account.ParseGrants(issuer, []string{"auth0|staff=staff"}, []string{"staff"})
	if err != nil {
		t.Fatal(err)
	}
	p, store, signer := new(people), open(t), new(sealed)
	s := service(store, p, signer, grants, clock.NewFake(time.Now()))
	signIn := func(subject, email string) []string {
		t.Helper()
		p.next = account.Identity{Issuer: issuer, Subject: subject, Email: email, EmailVerified: true}
		if _, err := s.Begin(t.Context(), "browser", "/en/", false, false); err != nil {
			t.Fatal(err)
		}
		_, code, err := s.Finish(t.Context(), "browser", "holder", login.Response{State: p.asked.State, Code: "code"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exchange(t.Context(), "holder", code, session.Caller{}); err != nil {
			t.Fatal(err)
		}
		a, err := s.Accounts.Account(t.Context(), signer.claims.Subject)
		if err != nil || !slices.Equal(s.Accounts.Roles(a), signer.claims.Roles) {
			t.Errorf("roles of %s = %v, %v, want those of its token, %v", subject, s.Accounts.Roles(a), err, signer.claims.Roles)
		}
		return signer.claims.Roles
	}
	if got := signIn("auth0|staff", "staff@example.org"); !slices.Equal(got, []string{"staff"}) {
		t.Errorf("roles of the staff member = %v, want staff", got)
	}
	for _, email := range []string{"STAFF@example.org", "staff@example.org"} {
		if got := signIn("auth0|other", email); len(got) != 0 {
			t.Errorf("another subject with the address %s has roles %v, want none", email, got)
		}
	}
	if got := signIn("auth0|staff", "renamed@example.org"); !slices.Equal(got, []string{"staff"}) {
		t.Errorf("roles of the staff member with a new address = %v, want staff", got)
	}
}

// silent sends no emails about logins.
type silent struct{ session.Notices }

func (silent) NewLogin(context.Context, account.Account, session.Session, string) error { return nil }
