package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// proofTimeout is six pictures, and the turn to wait for.
const proofTimeout = 2 * studio.ProofEditions * editionTimeout

// maxReason is the longest reason of a failed proof that comes from a browser, in runes.
const maxReason = 300

// Proofs are the live works of drafts that are to be proven. Its errors are temporary, besides artwork.ErrNotFound.
type Proofs interface {
	// StartProof notes that a proof is drawn. It returns artwork.ErrNotFound for one that is finished or doesn't exist any more.
	StartProof(ctx context.Context, id string, now time.Time) (studio.Proof, error)
	// EndProof stores the result of a proof that was started, if it still exists.
	EndProof(ctx context.Context, id string, state studio.ProofState, reason string, drawings []studio.Drawing, now time.Time) error
	// UnfinishedProofs returns the ids of proofs that wait or run.
	UnfinishedProofs(ctx context.Context, limit int32) ([]string, error)
}

// Browsers draw live works.
type Browsers struct {
	// Editions draws editions for documents and share cards.
	Editions Drawer
	// First and Second draw the pictures of proofs. They differ in everything that a deterministic page doesn't depend on.
	First, Second Drawer
	// Camera films editions.
	Camera Camera
}

// prove draws the first editions of a live work, each in two browsers, and stores the result. A page that fails several times fails its
// proof; what fails otherwise is tried again.
func (m *Maker) prove(ctx context.Context, job *river.Job[artwork.ProveDraft]) error {
	p, err := m.files.StartProof(ctx, job.Args.ProofID, m.clock.Now())
	if errors.Is(err, artwork.ErrNotFound) {
		return nil // another page replaced it
	}
	if err != nil {
		return err
	}
	drawings, err := m.drawTwice(ctx, &p)
	var state studio.ProofState
	var reason string
	switch {
	case err == nil:
		state, reason = studio.Judge(drawings)
	case errors.Is(err, artwork.ErrUndrawable) && undrawable(job.Errors)+1 >= editionTries:
		m.log.WarnContext(ctx, "a live work wasn't proven", "proof", p.ID, "error", err)
		state, reason = studio.ProofFailed, reasonOf(err)
	default:
		// Its ctx may have ended.
		return errors.Join(err, m.files.EndProof(context.WithoutCancel(ctx), p.ID, studio.ProofWaiting, "", nil, m.clock.Now()))
	}
	return m.files.EndProof(ctx, p.ID, state, reason, drawings, m.clock.Now())
}

// reasonOf says for the artist why a page wasn't drawn.
func reasonOf(err error) string {
	c, ok := errors.AsType[interface {
		error
		Reason() string
	}](err)
	if !ok {
		return "the browser couldn't draw the page within a minute: draw everything before the page has loaded, with less work"
	}
	text := []rune(c.Reason())
	if len(text) > maxReason {
		text = append(text[:maxReason:maxReason], '…')
	}
	return "the browser reports an error of the page: " + string(text)
}

// drawTwice returns the pictures of a proof. Nothing else is drawn or decoded in this process at that time: a browser takes memory beside
// what decoding may use. It takes one turn for all pictures, because an artist waits, and each turn may come after a slow picture.
// Errors are the Drawer's; others are temporary.
func (m *Maker) drawTwice(ctx context.Context, p *studio.Proof) ([]studio.Drawing, error) {
	if err := m.turns.Acquire(ctx, m.count); err != nil {
		return nil, err
	}
	defer m.turns.Release(m.count)
	live := p.Media()
	window := Edition{live: live}.window()
	out := make([]studio.Drawing, studio.ProofEditions)
	for i := range out {
		hash := token.Hash(p.ArtworkID, i+1)
		out[i] = studio.Drawing{Edition: i + 1, Hash: hash}
		var err error
		if out[i].First, err = m.drawAndKeep(ctx, m.browsers.First, DraftsPrefix+p.ID+"/?hash="+hash, window); err != nil {
			return nil, err
		}
		if out[i].Second, err = m.drawAndKeep(ctx, m.browsers.Second, DraftsPrefix+p.ID+"/?hash="+hash, window); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// drawAndKeep draws a page, keeps the picture and returns its path.
func (m *Maker) drawAndKeep(ctx context.Context, d Drawer, path string, size image.Point) (string, error) {
	img, err := d.Draw(ctx, path, size)
	if err != nil {
		return "", err
	}
	return m.library.keepDrawing(ctx, img)
}

// keepDrawing stores the picture of a proof and returns its path, which is the same for equal pixels.
func (l *Library) keepDrawing(ctx context.Context, img image.Image) (string, error) {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return "", err
	}
	sum := sha256.Sum256(file.Bytes())
	key := public(hex.EncodeToString(sum[:])[:hashLength], "proof.png")
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return Prefix + key, err
	}
	return Prefix + key, l.objects.Write(ctx, key, func(w io.Writer) error {
		_, err := w.Write(file.Bytes())
		return err
	})
}

// requeueProofs adds jobs for proofs whose job was lost, or that waited for a browser.
func (m *Maker) requeueProofs(ctx context.Context) error {
	ids, err := m.files.UnfinishedProofs(ctx, requeueBatch)
	if err != nil {
		return fmt.Errorf("unfinished proofs: %w", err)
	}
	all := make([]river.JobArgs, len(ids))
	for i, id := range ids {
		all[i] = artwork.ProveDraft{ProofID: id}
	}
	return jobs.Add(ctx, m.pool, all...)
}
