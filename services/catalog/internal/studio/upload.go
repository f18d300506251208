package studio

import (
	"regexp"
	"time"
)

const (
	// MaxUpload is the maximum size of an uploaded file, in bytes: a film or a recording. The content folder has the same limit.
	MaxUpload = 200 << 20
	// MaxPicture is the maximum size of a picture.
	MaxPicture = 64 << 20
	// MaxPart is the maximum size of a part of a file, in bytes. The gateway has the same limit.
	MaxPart = 1 << 20
	// MaxUploads is the maximum number of an artist's unfinished uploads. Older ones must be deleted first, or expire.
	MaxUploads = 10
	// UploadLife is how long an upload is stored, finished or not. A finished one is needed until a draft is saved with it.
	UploadLife = 24 * time.Hour
	// DiscardedLife is how long a file stays stored after the last draft, upload or proof stopped referring to it. It is far longer than an
	// upload's last request or an import takes between its claim of the file and the row that refers to it, and than signed addresses work.
	DiscardedLife = 24 * time.Hour
)

// Upload is a file that arrives in parts.
type Upload struct {
	ID       string // a UUID
	ArtistID int64
	Account  string
	Length   int64
	Received int64
	// File is set once the whole file has arrived.
	File      *File
	CreatedAt time.Time
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// ValidID reports whether a text is the id of a draft or an upload.
func ValidID(id string) bool { return uuid.MatchString(id) }
