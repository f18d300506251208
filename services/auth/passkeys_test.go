package auth_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/descope/virtualwebauthn"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/auth"
)

// authenticator is a person's device with one passkey.
type authenticator struct {
	h          *fixture
	passkeys   authv1connect.PasskeyServiceClient
	party      virtualwebauthn.RelyingParty
	device     virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

func (h *fixture) authenticator() *authenticator {
	return &authenticator{
		h: h, passkeys: h.passkeys,
		party:  virtualwebauthn.RelyingParty{ID: "localhost", Name: "Vitrine", Origin: h.base},
		device: virtualwebauthn.NewAuthenticator(), credential: h.credential(),
	}
}

// credential returns a new key of a device. virtualwebauthn drops zeros at the start of a coordinate, which makes one key of 128 invalid (RFC 9053,
// section 7.1.1), so this leaves such keys out.
func (h *fixture) credential() virtualwebauthn.Credential {
	h.t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			h.t.Fatal(err)
		}
		point, err := key.PublicKey.Bytes() // 4, X, Y
		if err != nil {
			h.t.Fatal(err)
		}
		if point[1] == 0 || point[1+32] == 0 {
			continue
		}
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			h.t.Fatal(err)
		}
		return virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, der)
	}
}

// publicKey returns options as the browser receives them.
func publicKey(t *testing.T, options *structpb.Struct) string {
	t.Helper()
	text, err := protojson.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	return `{"publicKey":` + string(text) + `}`
}

func object(t *testing.T, text string) *structpb.Struct {
	t.Helper()
	values := map[string]any{}
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		t.Fatal(err)
	}
	out, err := structpb.NewStruct(values)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// add creates the device's passkey and adds it to the account.
func (a *authenticator) add(as context.Context, name string) (*authv1.AddPasskeyResponse, error) {
	t := a.h.t
	t.Helper()
	begun, err := a.passkeys.BeginPasskey(as, &authv1.BeginPasskeyRequest{})
	if err != nil {
		return nil, err
	}
	options, err := virtualwebauthn.ParseAttestationOptions(publicKey(t, begun.GetOptions()))
	if err != nil {
		t.Fatal(err)
	}
	a.device.Options.UserHandle = []byte(options.UserID)
	response := virtualwebauthn.CreateAttestationResponse(a.party, a.device, a.credential, *options)
	added, err := a.passkeys.AddPasskey(as, &authv1.AddPasskeyRequest{Name: name, Credential: object(t, response)})
	if err != nil {
		return nil, err
	}
	a.device.AddCredential(a.credential)
	return added, nil
}

// assertion returns the device's response to a confirmation.
func (a *authenticator) assertion(as context.Context) *structpb.Struct {
	t := a.h.t
	t.Helper()
	begun, err := a.passkeys.BeginConfirmation(as, &authv1.BeginConfirmationRequest{})
	if err != nil {
		t.Fatal(err)
	}
	options, err := virtualwebauthn.ParseAssertionOptions(publicKey(t, begun.GetOptions()))
	if err != nil {
		t.Fatal(err)
	}
	a.credential.Counter++
	return object(t, virtualwebauthn.CreateAssertionResponse(a.party, a.device, a.credential, *options))
}

func (a *authenticator) confirm(as context.Context, response *structpb.Struct) error {
	_, err := a.passkeys.Confirm(as, &authv1.ConfirmRequest{Credential: response})
	return err
}

// state returns what the interceptor of a step-up receives.
func (h *fixture) state(access string) *authv1.CheckSessionResponse {
	h.t.Helper()
	return h.stateOf(h.claims(access)["sid"].(string))
}

func (h *fixture) stateOf(sid string) *authv1.CheckSessionResponse {
	h.t.Helper()
	res, err := h.accounts.CheckSession(h.t.Context(), &authv1.CheckSessionRequest{SessionId: sid})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// TestPasskeys adds, uses and removes passkeys as a browser does.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	h := setup(t)
	tokens := h.signedIn("")
	as, sid := h.as(tokens.GetAccessToken()), h.claims(tokens.GetAccessToken())["sid"].(string)
	laptop := h.authenticator()
	_, err := laptop.passkeys.BeginConfirmation(as, &authv1.BeginConfirmationRequest{})
	h.want(err, connect.CodeFailedPrecondition, "no_passkey")
	if !h.stateOf(sid).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false for an account without a passkey, want true")
	}
	added, err := laptop.add(as, "Laptop")
	if err != nil {
		t.Fatal(err)
	}
	codes := added.GetRecoveryCodes()
	if len(codes) != 10 || added.GetPasskey().GetName() != "Laptop" {
		t.Fatalf("the first passkey = %v, want Laptop with 10 recovery codes", added)
	}
	_, err = laptop.add(as, "Once more")
	h.want(err, connect.CodeInvalidArgument, "passkey_invalid")

	// Another session of the account has to confirm. Its login alone adds no passkey.
	other := h.signedIn("")
	asOther, otherSID := h.as(other.GetAccessToken()), h.claims(other.GetAccessToken())["sid"].(string)
	if h.stateOf(otherSID).GetPasskeyConfirmed() || !h.stateOf(otherSID).GetRecentLogin() {
		t.Errorf("state of another session = %v, want a recent login and no confirmed passkey", h.stateOf(otherSID))
	}
	phone := h.authenticator()
	_, err = phone.add(asOther, "Phone")
	h.want(err, connect.CodePermissionDenied, "passkey_required")
	_, err = laptop.passkeys.RemovePasskey(asOther, &authv1.RemovePasskeyRequest{Id: added.GetPasskey().GetId()})
	h.want(err, connect.CodePermissionDenied, "passkey_required")

	// A response is valid once, for the session that requested it, with the right key, origin and counter.
	response := laptop.assertion(asOther)
	h.want(laptop.confirm(as, response), connect.CodeInvalidArgument, "passkey_invalid")
	if err := laptop.confirm(asOther, response); err != nil {
		t.Fatal(err)
	}
	if !h.stateOf(otherSID).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false after a confirmation, want true")
	}
	h.want(laptop.confirm(asOther, response), connect.CodeInvalidArgument, "passkey_invalid")
	forged := *laptop
	forged.credential.Key = h.authenticator().credential.Key
	h.want(forged.confirm(as, forged.assertion(as)), connect.CodeInvalidArgument, "passkey_invalid")
	elsewhere := *laptop
	elsewhere.party.Origin = "http://evil.example"
	h.want(elsewhere.confirm(as, elsewhere.assertion(as)), connect.CodeInvalidArgument, "passkey_invalid")
	laptop.credential.Counter -= 1 // as of a copy
	h.want(laptop.confirm(as, laptop.assertion(as)), connect.CodeInvalidArgument, "passkey_invalid")
	laptop.credential.Counter += 5

	if _, err := phone.add(asOther, "Phone"); err != nil {
		t.Fatal(err)
	}
	list, err := phone.passkeys.ListPasskeys(asOther, &authv1.ListPasskeysRequest{})
	if err != nil || len(list.GetItems()) != 2 || list.GetRecoveryCodes() != 10 || list.GetItems()[0].GetUsedAt() == nil || list.GetItems()[1].GetUsedAt() != nil {
		t.Errorf("passkeys = %v, %v, want two, the first used, with 10 recovery codes", list, err)
	}

	// A confirmation expires after the window; a recovery code replaces it once.
	third := h.signedIn("")
	asThird, thirdSID := h.as(third.GetAccessToken()), h.claims(third.GetAccessToken())["sid"].(string)
	withCode := func(code string) error {
		_, err := laptop.passkeys.ConfirmWithCode(asThird, &authv1.ConfirmWithCodeRequest{Code: code})
		return err
	}
	h.want(withCode("AAAA-AAAA-AAAA-AAAA"), connect.CodeInvalidArgument, "code_invalid")
	if err := withCode(strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))); err != nil {
		t.Fatal(err)
	}
	h.want(withCode(codes[3]), connect.CodeInvalidArgument, "code_invalid")
	if !h.stateOf(thirdSID).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false after a recovery code, want true")
	}
	replaced, err := laptop.passkeys.ReplaceRecoveryCodes(asThird, &authv1.ReplaceRecoveryCodesRequest{})
	if err != nil || len(replaced.GetRecoveryCodes()) != 10 {
		t.Fatalf("new recovery codes = %v, %v, want 10", replaced, err)
	}
	h.want(withCode(codes[4]), connect.CodeInvalidArgument, "code_invalid")
	if _, err := laptop.passkeys.RemovePasskey(asThird, &authv1.RemovePasskeyRequest{Id: added.GetPasskey().GetId()}); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(5*time.Minute + time.Second)
	if h.stateOf(thirdSID).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = true after five minutes, want false")
	}
	var mails int
	if err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM mails WHERE key ~ '^auth[.](passkey_added|passkey_removed|recovery_code_used)[.]'").Scan(&mails); err != nil || mails != 4 {
		t.Errorf("%d emails, want 4: %v", mails, err)
	}
}

// TestOneFirstPasskey: of sessions that add a first passkey at the same time, one does. The others would have to confirm with it.
func TestOneFirstPasskey(t *testing.T) {
	t.Parallel()
	h := setup(t)
	var begun []func() error
	for i := range 8 {
		as := h.as(h.signedIn("").GetAccessToken())
		a := h.authenticator()
		options, err := a.passkeys.BeginPasskey(as, &authv1.BeginPasskeyRequest{})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := virtualwebauthn.ParseAttestationOptions(publicKey(t, options.GetOptions()))
		if err != nil {
			t.Fatal(err)
		}
		a.device.Options.UserHandle = []byte(parsed.UserID)
		response := object(t, virtualwebauthn.CreateAttestationResponse(a.party, a.device, a.credential, *parsed))
		begun = append(begun, func() error {
			_, err := a.passkeys.AddPasskey(as, &authv1.AddPasskeyRequest{Name: fmt.Sprint("Key ", i), Credential: response})
			return err
		})
	}
	errs := make([]error, len(begun))
	var wg sync.WaitGroup
	for i, add := range begun {
		wg.Go(func() { errs[i] = add() })
	}
	wg.Wait()
	added := 0
	for _, err := range errs {
		if err == nil {
			added++
			continue
		}
		h.want(err, connect.CodePermissionDenied, "passkey_required")
	}
	if added != 1 {
		t.Errorf("%d first passkeys were added, want 1", added)
	}
}

// TestStaffNeedAPasskey: by default an account with roles takes no step-up until it has a passkey, which it may add. Without
// STAFF_PASSKEY it does, and the log says so from the start.
func TestStaffNeedAPasskey(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *auth.Config) { c.StaffPasskey = auth.Default().StaffPasskey })
	staff := h.signedIn("")
	as := h.as(staff.GetAccessToken())
	if h.state(staff.GetAccessToken()).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = true for staff without a passkey, want false")
	}
	w := newWallet(t)
	text := w.message(h, h.nonce())
	collector, err := h.verify(text, w.sign(text), "")
	if err != nil {
		t.Fatal(err)
	}
	if !h.state(collector.GetAccessToken()).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false for an account without roles, want true")
	}
	if _, err := h.authenticator().add(as, "Key"); err != nil {
		t.Fatal(err)
	}
	if !h.state(staff.GetAccessToken()).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false for staff with a confirmed passkey, want true")
	}
	if strings.Contains(h.logged.String(), "STAFF_PASSKEY") {
		t.Error("the log mentions STAFF_PASSKEY although it is on, want nothing of it")
	}

	h = setup(t)
	if !strings.Contains(h.logged.String(), "STAFF_PASSKEY is false") {
		t.Errorf("log = %s, want that STAFF_PASSKEY is false", h.logged.String())
	}
	if !h.state(h.signedIn("").GetAccessToken()).GetPasskeyConfirmed() {
		t.Error("PasskeyConfirmed = false for staff without a passkey although STAFF_PASSKEY is off, want true")
	}
}
