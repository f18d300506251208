package artwork

// MakeRenditions is the job that makes the renditions of a picture.
type MakeRenditions struct {
	Hash string `json:"hash"`
	// Awaited means that a person waits for the renditions. The pictures of an import may take hours.
	Awaited bool `json:"awaited,omitempty"`
}

// DrawEdition is the job that draws an edition of a live work.
type DrawEdition struct {
	ArtworkID int64 `json:"artworkId"`
	Number    int   `json:"number"`
	// Awaited means that a person waits for a document with the picture.
	Awaited bool `json:"awaited,omitempty"`
}

// DrawWall is the job that draws the first editions of a live work, for its wall.
type DrawWall struct {
	ArtworkID int64 `json:"artworkId"`
}

// Kind implements river.JobArgs.
func (DrawWall) Kind() string { return "edition_wall" }

// FilmEdition is the job that films an edition of a live work.
type FilmEdition struct {
	ArtworkID int64 `json:"artworkId"`
	Number    int   `json:"number"`
}

// Kind implements river.JobArgs.
func (FilmEdition) Kind() string { return "edition_film" }

// ProveDraft is the job that proves the live work of a draft.
type ProveDraft struct {
	ProofID string `json:"proofId"`
}

// Kind implements river.JobArgs.
func (ProveDraft) Kind() string { return "proof" }

// PublishFilm is the job that makes the film of a draft public once the artwork is published.
type PublishFilm struct {
	// Original is the film's place in the library, "hash/name".
	Original string `json:"original"`
}

// Kind implements river.JobArgs.
func (PublishFilm) Kind() string { return "film_publication" }

// Kind implements river.JobArgs.
func (DrawEdition) Kind() string { return "edition" }

// Kind implements river.JobArgs.
func (MakeRenditions) Kind() string { return "renditions" }

// Urgent makes the job run before those that nobody waits for.
func (d DrawEdition) Urgent() bool { return d.Awaited }

// Urgent makes the job run before those that nobody waits for.
func (m MakeRenditions) Urgent() bool { return m.Awaited }
