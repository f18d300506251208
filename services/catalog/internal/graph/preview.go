package graph

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

// previewFor is how long a preview link of an unpublished post is valid.
const previewFor = 24 * time.Hour

// previews creates and reads the tokens of preview links: the post's number, its expiry and a signature over both.
type previews struct{ key kit.Secret }

const previewHead = 16 // bytes before the signature

func (p previews) token(post int64, expires time.Time) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(post))
	b = binary.BigEndian.AppendUint64(b, uint64(expires.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, p.sum(b)...))
}

// post returns the post of a valid token.
func (p previews) post(token string, now time.Time) (int64, bool) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != previewHead+sha256.Size || !hmac.Equal(b[previewHead:], p.sum(b[:previewHead])) {
		return 0, false
	}
	expires := time.Unix(int64(binary.BigEndian.Uint64(b[8:])), 0)
	return int64(binary.BigEndian.Uint64(b)), now.Before(expires)
}

func (p previews) sum(head []byte) []byte {
	m := hmac.New(sha256.New, []byte(p.key))
	m.Write([]byte("vitrine-post-preview\x00"))
	m.Write(head)
	return m.Sum(nil)
}

// PostPreview returns null for a token that is unknown, expired or forged, and for a deleted post.
func (r queryResolver) PostPreview(ctx context.Context, token string) (*gen.Post, error) {
	singleUse(ctx) // a link expires
	id, ok := r.previews.post(token, r.clock.Now())
	if !ok {
		return nil, nil
	}
	return absent(r.read.AnyPost(ctx, id))
}
