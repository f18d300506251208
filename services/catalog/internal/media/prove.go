package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// proofTimeout covers six pictures, and the wait for a turn.
const proofTimeout = 2 * studio.ProofEditions * editionTimeout

// maxReason is the maximum length of a proof's reason that comes from a browser, in runes.
const maxReason = 300

// Proofs stores the proofs of drafts' live works. Its errors are temporary, except for artwork.ErrNotFound.
type Proofs interface {
	// StartProof records that a proof is being drawn. It returns artwork.ErrNotFound if the proof is finished or was deleted.
	StartProof(ctx context.Context, id string, now time.Time) (studio.Proof, error)
	// EndProof stores the result of a started proof, if it still exists.
	EndProof(ctx context.Context, id string, r studio.ProofResult, now time.Time) error
	// UnfinishedProofs returns the ids of proofs that wait or run.
	UnfinishedProofs(ctx context.Context, limit int32) ([]string, error)
}

// prove draws the first editions of a live work, each in two browsers, and stores the result. If the page fails several times, the proof
// fails; other errors are retried.
func (m *Maker) prove(ctx context.Context, job *river.Job[artwork.ProveDraft]) error {
	if err := m.needsBrowser(ctx); err != nil {
		return err
	}
	p, err := m.files.StartProof(ctx, job.Args.ProofID, m.clock.Now())
	if errors.Is(err, artwork.ErrNotFound) {
		return nil // another page replaced it
	}
	if err != nil {
		return err
	}
	drawings, err := m.drawTwice(ctx, &p)
	var result studio.ProofResult
	switch {
	case err == nil:
		result = studio.CompareDrawings(drawings)
	case errors.Is(err, artwork.ErrUndrawable) && undrawable(job.Errors)+1 >= editionTries:
		m.log.WarnContext(ctx, "a live work wasn't proven", "proof", p.ID, "error", err)
		result = failure(err)
	default:
		// Its ctx may have ended.
		return errors.Join(err, m.files.EndProof(context.WithoutCancel(ctx), p.ID, studio.ProofResult{State: studio.ProofWaiting}, m.clock.Now()))
	}
	return m.files.EndProof(ctx, p.ID, result, m.clock.Now())
}

// failure returns, for the artist, why a page wasn't drawn. A timeout can be repeated: the page or the server may have been too slow.
func failure(err error) studio.ProofResult {
	c, ok := errors.AsType[interface {
		error
		Reason() string
	}](err)
	if !ok {
		return studio.ProofResult{
			State: studio.ProofFailed, Repeatable: true,
			Reason: "the browser couldn't draw the page within a minute: draw everything before the page has loaded, with less work",
		}
	}
	text := []rune(c.Reason())
	if len(text) > maxReason {
		text = append(text[:maxReason:maxReason], '…')
	}
	return studio.ProofResult{State: studio.ProofFailed, Reason: "the browser reports an error of the page: " + string(text)}
}

// drawTwice returns the pictures of a proof, each edition drawn in two browsers that differ in everything that a deterministic page must not
// depend on. It returns the errors of Pages; others are temporary.
func (m *Maker) drawTwice(ctx context.Context, p *studio.Proof) ([]studio.Drawing, error) {
	width, height := Edition{live: p.Media()}.window()
	out := make([]studio.Drawing, studio.ProofEditions)
	for i := range out {
		hash := token.Hash(p.ArtworkID, i+1)
		out[i] = studio.Drawing{Edition: i + 1, Hash: hash}
		d := artwork.Drawing{Path: DraftsPrefix + p.ID + "/?hash=" + hash, Width: width, Height: height, Exact: true, Urgent: true}
		var err error
		if out[i].First, err = m.drawAndKeep(ctx, d); err != nil {
			return nil, err
		}
		d.Elsewhere = true
		if out[i].Second, err = m.drawAndKeep(ctx, d); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// drawAndKeep draws a page, stores the picture and returns its path, which is the same for equal pixels.
func (m *Maker) drawAndKeep(ctx context.Context, d artwork.Drawing) (string, error) {
	png, err := m.pages.Draw(ctx, d)
	if err != nil {
		return "", err
	}
	return m.library.keepDrawing(ctx, png)
}

// keepDrawing stores the picture of a proof and returns its path.
func (l *Library) keepDrawing(ctx context.Context, png []byte) (string, error) {
	sum := sha256.Sum256(png)
	hash := hex.EncodeToString(sum[:])[:hashLength]
	key := public(hash, "proof.png")
	if err := l.claim(ctx, hash); err != nil {
		return "", err
	}
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return Prefix + key, err
	}
	return Prefix + key, l.objects.Write(ctx, key, func(w io.Writer) error {
		_, err := w.Write(png)
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
