package api

import (
	"errors"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// public converts the core's errors to what a caller sees. kit masks the rest.
func public(err error) error {
	switch {
	case errors.Is(err, artwork.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, "not_found", "there is no such thing", nil)
	case errors.Is(err, artwork.ErrAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, "artist_ambiguous", err.Error(), nil)
	case errors.Is(err, artwork.ErrTaken):
		return rpc.Error(connect.CodeFailedPrecondition, "artist_taken", "the artist is "+err.Error()+" by another account", nil)
	}
	return err
}
