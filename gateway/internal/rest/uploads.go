package rest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// maxAvatar is the maximum size of the picture. The route limits the whole form.
const maxAvatar = 5 << 20

// uploads turns a form upload (field uri) into an RPC. Only the profiles service decodes the picture.
type uploads struct {
	profiles profilesv1.ProfilesServiceClient
	log      *slog.Logger
}

func (u uploads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, ok := identity.From(r.Context()); !ok {
		problem.Write(w, http.StatusUnauthorized, errorsv1.Reason_REASON_UNAUTHENTICATED, "Log in first.", nil)
		return
	}
	content, err := u.picture(r)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge) || len(content) > maxAvatar:
		problem.Write(w, http.StatusRequestEntityTooLarge, errorsv1.Reason_REASON_AVATAR_TOO_LARGE, "The picture is larger than 5 MB. Choose a smaller one.", map[string]string{"uri": "at most 5 MB"})
		return
	case err != nil:
		problem.Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "Send the picture as multipart form data in the field uri.", nil)
		return
	}
	ctx, cancel := context.WithTimeout(forPerson(r), callTimeout)
	defer cancel()
	ctx = metadata.NewOutgoingContext(ctx, forward(r))
	res, err := u.profiles.UploadAvatar(ctx, &profilesv1.UploadAvatarRequest{ProfileId: r.URL.Query().Get("profileId"), Content: content})
	if err != nil {
		writeError(w, r, err, u.log)
		return
	}
	out, err := compact{&runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{EmitUnpopulated: true}}}.Marshal(res.GetAvatar())
	if err != nil {
		writeError(w, r, err, u.log)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(out)
}

// picture reads the first part named uri and ignores the rest, so that memory stays bounded.
func (u uploads) picture(r *http.Request) ([]byte, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	for {
		part, err := form.NextPart()
		if err != nil {
			return nil, err
		}
		if part.FormName() == "uri" {
			return io.ReadAll(part)
		}
	}
}
