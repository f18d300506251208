package api

import (
	"errors"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
)

// public converts the core's errors to what a caller sees. kit masks the rest.
func public(err error) error {
	wrong, isField := errors.AsType[*artwork.FieldError](err)
	switch {
	case isField:
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, wrong.Reason, map[string]string{wrong.Field: wrong.Reason})
	case errors.Is(err, bulk.ErrState):
		return stateError()
	case errors.Is(err, artwork.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "there is no such thing", nil)
	case errors.Is(err, artwork.ErrAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, catalogv1.Reason_REASON_ARTIST_AMBIGUOUS, err.Error(), nil)
	case errors.Is(err, artwork.ErrTaken):
		return rpc.Error(connect.CodeFailedPrecondition, catalogv1.Reason_REASON_ARTIST_TAKEN, "the artist is "+err.Error()+" by another account", nil)
	}
	return err
}
