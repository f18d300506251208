// Package tus receives files of artists, and of gallery staff for an artist, in parts, with the core of the protocol tus 1.0 (https://tus.io) and its
// extensions creation and termination. Staff name the artist in the metadata of an upload. An interrupted upload continues after the last part that arrived.
package tus

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Path is where uploads are created; each upload has an address below it.
const Path = "/api/studio/uploads"

const (
	version  = "1.0.0"
	partType = "application/offset+octet-stream"
)

// Store stores the state of uploads. artwork.ErrNotFound, studio.ErrTooMany and studio.ErrChanged are final, other errors temporary.
type Store interface {
	// CreateUpload returns artwork.ErrNotFound for an unknown artist.
	CreateUpload(ctx context.Context, u studio.Upload) error
	Upload(ctx context.Context, id string) (studio.Upload, error)
	// AppendUpload records that a part arrived. With a file the upload is complete. It returns studio.ErrChanged if another part arrived first.
	AppendUpload(ctx context.Context, id string, offset, received int64, p *studio.File) error
	DeleteUpload(ctx context.Context, id string) error
	// OldUploads returns uploads that were created before a time.
	OldUploads(ctx context.Context, before time.Time) ([]string, error)
}

// Artists finds the artist linked to an account.
type Artists interface {
	ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error)
}

// Files stores the parts.
type Files interface {
	WritePart(ctx context.Context, id string, offset int64, part []byte) error
	// Assemble returns an artwork.FieldError for a file that isn't a picture, film, recording or page.
	Assemble(ctx context.Context, id string, length int64) (studio.File, error)
	DropParts(ctx context.Context, id string) error
}

// Handler serves Path.
type Handler struct {
	Store    Store
	Artists  Artists
	Files    Files
	Sessions rpc.Sessions
	Keys     *identity.Keys
	Clock    clock.Clock
	Log      *slog.Logger
}

// Mount adds the routes.
func (h *Handler) Mount(mux *http.ServeMux) {
	mux.HandleFunc("POST "+Path, h.guard(h.create))
	mux.HandleFunc("HEAD "+Path+"/{id}", h.guard(h.head))
	mux.HandleFunc("PATCH "+Path+"/{id}", h.guard(h.patch))
	mux.HandleFunc("DELETE "+Path+"/{id}", h.guard(h.remove))
}

// call is a request of an artist, or of gallery staff with the area content.
type call struct {
	account string
	// artist is the caller's own, 0 for none.
	artist int64
	staff  bool
}

// refusal is an error for the caller, with a status and a code of the gateway's API.
type refusal struct {
	status  int
	reason  rpc.Reason
	message string
}

func (r *refusal) Error() string { return r.message }

var (
	errArtist   = &refusal{http.StatusForbidden, errorsv1.Reason_REASON_FORBIDDEN, "Your account isn't linked to an artist. Contact us to connect it."}
	errNoArtist = &refusal{http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is no artist with this number."}
	errGone     = &refusal{http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "This upload no longer exists. Send the file again."}
	errVersion  = &refusal{http.StatusPreconditionFailed, errorsv1.Reason_REASON_INVALID, "Send Tus-Resumable: " + version + "."}
	errMetadata = &refusal{http.StatusBadRequest, errorsv1.Reason_REASON_INVALID, "Send the artist's number in Upload-Metadata."}
	errLength   = &refusal{http.StatusBadRequest, errorsv1.Reason_REASON_INVALID, "Send the size of the file in Upload-Length."}
	errTooLarge = &refusal{http.StatusRequestEntityTooLarge, errorsv1.Reason_REASON_BODY_TOO_LARGE, sentence(studio.FilmLimit.TooLarge())}
	errPart     = &refusal{http.StatusRequestEntityTooLarge, errorsv1.Reason_REASON_BODY_TOO_LARGE, "A part is larger than 1 MB, or than what is left of the file."}
	errType     = &refusal{http.StatusUnsupportedMediaType, errorsv1.Reason_REASON_INVALID, "Send parts as " + partType + "."}
	errOffset   = &refusal{http.StatusConflict, errorsv1.Reason_REASON_CONFLICT, "The upload is at another offset. Read it with HEAD and continue from there."}
	errMany     = &refusal{http.StatusConflict, errorsv1.Reason_REASON_CONFLICT, "You have " + strconv.Itoa(studio.MaxUploads) + " unfinished uploads. Finish or cancel one first; they expire after a day."}
)

// guard admits artists, and staff with the area content, with an active session.
func (h *Handler) guard(next func(w http.ResponseWriter, r *http.Request, c call) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Tus-Resumable", version)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		c, err := h.caller(r)
		if err == nil && r.Header.Get("Tus-Resumable") != version {
			err = errVersion
		}
		if err == nil {
			err = next(w, r, c)
		}
		if err != nil {
			h.refuse(w, r, err)
		}
	}
}

func (h *Handler) caller(r *http.Request) (call, error) {
	token := r.Header.Get(identity.Header)
	var person *identity.Principal
	if token != "" {
		known, err := h.Keys.Verify(token)
		if err != nil {
			return call{}, err
		}
		person = known.Person
	}
	p, err := h.Sessions.Require(identity.With(r.Context(), person))
	if err != nil {
		return call{}, err
	}
	email := ""
	if p.EmailVerified {
		email = p.Email
	}
	linked, err := h.Artists.ArtistOfAccount(r.Context(), p.Subject, email)
	c := call{account: p.Subject, artist: linked.ID, staff: p.May(identity.Content)}
	if errors.Is(err, artwork.ErrNotFound) || errors.Is(err, artwork.ErrAmbiguous) || errors.Is(err, artwork.ErrTaken) {
		if !c.staff {
			return call{}, errArtist
		}
		c.artist, err = 0, nil
	}
	return c, err
}

// own returns an upload of the caller's artist, or one that the caller made as staff.
func (h *Handler) own(r *http.Request, c call) (studio.Upload, error) {
	u, err := h.Store.Upload(r.Context(), r.PathValue("id"))
	if err == nil && (c.artist == 0 || u.ArtistID != c.artist) && (!c.staff || u.Account != c.account) {
		err = artwork.ErrNotFound
	}
	return u, err
}

func (h *Handler) create(w http.ResponseWriter, r *http.Request, c call) error {
	length, err := strconv.ParseInt(r.Header.Get("Upload-Length"), 10, 64)
	switch {
	case err != nil || length < 1:
		return errLength
	case length > studio.MaxUpload:
		w.Header().Set("Tus-Max-Size", strconv.Itoa(studio.MaxUpload))
		return errTooLarge
	}
	artist, err := c.artistOf(r.Header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	u := studio.Upload{ID: id.New(), ArtistID: artist, Account: c.account, Length: length, CreatedAt: h.Clock.Now()}
	if err := h.Store.CreateUpload(r.Context(), u); errors.Is(err, artwork.ErrNotFound) {
		return errNoArtist
	} else if err != nil {
		return err
	}
	w.Header().Set("Location", Path+"/"+u.ID)
	w.WriteHeader(http.StatusCreated)
	return nil
}

// artistOf returns the artist that an upload is for: the one that staff name in its metadata as "artist <base64 of the id>", or the caller's own.
func (c call) artistOf(metadata string) (int64, error) {
	for pair := range strings.SplitSeq(metadata, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(pair), " ")
		if key != "artist" {
			continue
		}
		text, err := base64.StdEncoding.DecodeString(value)
		id, bad := strconv.ParseInt(string(text), 10, 64)
		switch {
		case err != nil || bad != nil || id < 1:
			return 0, errMetadata
		case !c.staff && id != c.artist:
			return 0, errArtist
		}
		return id, nil
	}
	if c.artist == 0 {
		return 0, errArtist
	}
	return c.artist, nil
}

func (h *Handler) head(w http.ResponseWriter, r *http.Request, c call) error {
	u, err := h.own(r, c)
	if err != nil {
		return err
	}
	w.Header().Set("Upload-Offset", strconv.FormatInt(u.Received, 10))
	w.Header().Set("Upload-Length", strconv.FormatInt(u.Length, 10))
	w.WriteHeader(http.StatusOK)
	return nil
}

func (h *Handler) patch(w http.ResponseWriter, r *http.Request, c call) error {
	if r.Header.Get("Content-Type") != partType {
		return errType
	}
	u, err := h.own(r, c)
	if err != nil {
		return err
	}
	if offset, err := strconv.ParseInt(r.Header.Get("Upload-Offset"), 10, 64); err != nil || offset != u.Received || u.File != nil {
		return errOffset
	}
	part, err := io.ReadAll(http.MaxBytesReader(w, r.Body, min(studio.MaxPart, u.Length-u.Received)))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errPart
	}
	if err != nil {
		return &refusal{http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "The part didn't arrive completely. Send it again."}
	}
	received := u.Received + int64(len(part))
	if len(part) > 0 {
		if err := h.append(r.Context(), u, received, part); err != nil {
			return err
		}
	}
	w.Header().Set("Upload-Offset", strconv.FormatInt(received, 10))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// append stores a part. The last one completes the upload. Until the whole file is checked and stored, that part counts as not received, so that
// it is sent again after a failure.
func (h *Handler) append(ctx context.Context, u studio.Upload, received int64, part []byte) error {
	if err := h.Files.WritePart(ctx, u.ID, u.Received, part); err != nil {
		return err
	}
	var file *studio.File
	if received == u.Length {
		p, err := h.Files.Assemble(ctx, u.ID, u.Length)
		if errors.Is(err, artwork.ErrInvalid) {
			return errors.Join(err, h.drop(ctx, u.ID))
		}
		if err != nil {
			return err
		}
		file = &p
	}
	if err := h.Store.AppendUpload(ctx, u.ID, u.Received, received, file); err != nil || file == nil {
		return err
	}
	if err := h.Files.DropParts(ctx, u.ID); err != nil {
		h.Log.WarnContext(ctx, "cannot remove the parts of an upload", "error", err) // they expire with it
	}
	return nil
}

// drop deletes an upload, its parts first: a row without parts is found again, parts without a row are not.
func (h *Handler) drop(ctx context.Context, id string) error {
	if err := h.Files.DropParts(ctx, id); err != nil {
		return err
	}
	return h.Store.DeleteUpload(ctx, id)
}

func (h *Handler) remove(w http.ResponseWriter, r *http.Request, c call) error {
	u, err := h.own(r, c)
	if err != nil {
		return err
	}
	if err := h.drop(r.Context(), u.ID); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Expire removes uploads that are too old to continue. Files that were saved with a draft stay.
func (h *Handler) Expire(ctx context.Context) error {
	old, err := h.Store.OldUploads(ctx, h.Clock.Now().Add(-studio.UploadLife))
	if err != nil {
		return err
	}
	for _, id := range old {
		if err := h.drop(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// refuse writes an error in the gateway's error format. It masks and logs unknown errors.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var out *refusal
	wrong, invalid := errors.AsType[*artwork.FieldError](err)
	switch {
	case errors.As(err, &out):
	case invalid:
		out = &refusal{http.StatusUnprocessableEntity, catalogv1.Reason_REASON_INVALID_PICTURE, sentence(wrong.Reason)}
	case errors.Is(err, artwork.ErrNotFound):
		out = errGone
	case errors.Is(err, studio.ErrTooMany):
		out = errMany
	case errors.Is(err, studio.ErrChanged):
		out = errOffset
	case rpc.HasReason(err, errorsv1.Reason_REASON_SESSION_GONE):
		out = &refusal{http.StatusUnauthorized, errorsv1.Reason_REASON_SESSION_GONE, "Your session has ended. Log in again."}
	case connect.CodeOf(err) == connect.CodeUnauthenticated:
		out = &refusal{http.StatusUnauthorized, errorsv1.Reason_REASON_UNAUTHENTICATED, "Log in first."}
	default:
		h.Log.WarnContext(r.Context(), "an upload failed", "error", err)
		w.Header().Set("Retry-After", "1")
		out = &refusal{http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "We can't take the file right now. Try again in a moment."}
	}
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"code": rpc.Word(out.reason), "message": out.message, "details": map[string]string{}}})
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(out.status)
	_, _ = w.Write(body)
}

func sentence(reason string) string { return strings.ToUpper(reason[:1]) + reason[1:] + "." }
