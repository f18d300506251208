package studio

import (
	"encoding/json"
	"fmt"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

const (
	// MaxPage is the maximum size of a live work's page, in bytes. The art origin serves at most 4 MiB, including what the catalog inserts.
	MaxPage = 4_000_000
	// ProofEditions is how many editions a proof draws, from the first.
	ProofEditions = 3
	// DraftsPath is the path of drafts' pages on the art origin; the id of a proof follows.
	DraftsPath = "/drafts/"
)

// ProofState is the state of a proof.
type ProofState string

// The states.
const (
	ProofWaiting ProofState = "waiting"
	ProofRunning ProofState = "running"
	ProofPassed  ProofState = "passed"
	ProofFailed  ProofState = "failed"
)

// ProofTransitions are all changes of a proof's state. The database has the same rows and rejects any other change. A proof waits again
// if the browser doesn't work now, and if somebody repeats a failed proof that is repeatable. A different page gets a new proof.
var ProofTransitions = map[ProofState][]ProofState{
	ProofWaiting: {ProofRunning},
	ProofRunning: {ProofWaiting, ProofPassed, ProofFailed},
	ProofFailed:  {ProofWaiting},
}

// Proof is the page of a draft of a live work, and whether it draws each edition the same each time.
type Proof struct {
	ID string // a random UUID, part of the page's address
	// ArtworkID is the id of the artwork that the draft becomes. The hashes of its editions depend on it.
	ArtworkID int64
	// Page is its path in the media directory, File the page's path on the public origin, Sum its full SHA-256.
	Page, File, Sum string
	// Width and Height are the work's proportions.
	Width, Height int
	State         ProofState
	// Reason says why it failed, for the artist.
	Reason string
	// Repeatable is whether it failed for a reason that may pass, such as a busy machine.
	Repeatable bool
	Drawings   []Drawing
}

// ProofResult is how a proof ended, or ProofWaiting for one that is tried again. The fields are those of Proof.
type ProofResult struct {
	State      ProofState
	Reason     string
	Repeatable bool
	Drawings   []Drawing
}

// Drawing has the two pictures of an edition. It is stored as JSON.
type Drawing struct {
	Edition int    `json:"edition"`
	Hash    string `json:"hash"` // of the token
	// First and Second are the pictures' paths on the public origin. Equal pictures have the same path.
	First  string `json:"first"`
	Second string `json:"second"`
}

// Media returns the live work as visitors see it, without its still. Without a token it draws its first edition.
func (p *Proof) Media() artwork.Media {
	recipe, _ := json.Marshal(map[string]any{"seed": token.Hash(p.ArtworkID, 1), "width": p.Width, "height": p.Height}) // a string and numbers
	return artwork.Media{Kind: artwork.Generator, Page: p.Page, Recipe: recipe, Width: p.Width, Height: p.Height}
}

// CompareDrawings returns the result of complete drawings: each edition must look the same twice, and not all editions may look alike.
func CompareDrawings(drawings []Drawing) ProofResult {
	failed := func(reason string) ProofResult {
		return ProofResult{State: ProofFailed, Reason: reason, Drawings: drawings}
	}
	isOne := true
	for _, d := range drawings {
		if d.First != d.Second {
			return failed(fmt.Sprintf("edition %d looks different the second time: draw from the hash alone, not from chance, time, language or what the browser is", d.Edition))
		}
		isOne = isOne && d.First == drawings[0].First
	}
	if isOne {
		return failed("all editions look the same: draw from the hash in the page's address")
	}
	return ProofResult{State: ProofPassed, Drawings: drawings}
}

// RepeatProof reports whether the proof of the draft's page starts again: it failed and is repeatable. One that waits or runs stays as it is.
// Error: ErrState.
func (d *Draft) RepeatProof() (again bool, err error) {
	switch {
	case d.Live == nil:
		return false, fmt.Errorf("%w: the draft has no live work", ErrState)
	case d.Live.State == ProofPassed, d.Live.State == ProofFailed && !d.Live.Repeatable:
		return false, fmt.Errorf("%w: the proof has %s, and only another page changes that", ErrState, d.Live.State)
	}
	return d.Live.State == ProofFailed, nil
}

// completeLive returns what a live work lacks before it can be submitted.
func (d *Draft) completeLive() error {
	switch p := d.Live; {
	case p.State == ProofFailed && p.Repeatable:
		return wrong("live", "the proof failed: repeat it, or change the page and add it again")
	case p.State == ProofFailed:
		return wrong("live", "the proof failed: change the page and add it again")
	case p.State != ProofPassed:
		return wrong("live", "the proof isn't finished; try again in a moment")
	case d.Picture != nil && !similar(d.Picture.Media.Width*p.Height, d.Picture.Media.Height*p.Width):
		return wrong("picture", "the picture needs the proportions of the live work, %d × %d: use the one of an edition", p.Width, p.Height)
	}
	return nil
}

// similar reports whether two numbers differ by at most one percent.
func similar(a, b int) bool { return 100*max(a-b, b-a) <= max(a, b) }
