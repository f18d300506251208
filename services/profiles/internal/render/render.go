// Package render calls the program that opens untrusted bytes: it converts pictures that people upload.
package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const (
	// maxPixels is the maximum number of pixels of an upload.
	maxPixels = 40_000_000
	// chunkSize is the maximum size of a chunk in bytes.
	chunkSize = 1 << 20
	// timeout limits a conversion, which a person waits for. The gateway waits a little longer.
	timeout = 8 * time.Second
)

// Pictures implements avatar.Converter.
type Pictures struct {
	client renderv1connect.PictureServiceClient
}

// New returns a client of render at an address.
func New(keys *identity.Keys, url string) *Pictures {
	return &Pictures{renderv1connect.NewPictureServiceClient(rpc.NewClient(keys, "render", url))}
}

// Shrink implements avatar.Converter.
func (p *Pictures) Shrink(ctx context.Context, content []byte, side int) (small profile.Small, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	job := &renderv1.Job{Urgent: true, Limits: &renderv1.Limits{MaxPixels: maxPixels, Still: true}}
	header, err := p.inspect(ctx, job, content)
	if err != nil {
		return small, failure(err)
	}
	out := &renderv1.Output{Format: renderv1.Format_FORMAT_JPEG, Width: uint32(side), Height: uint32(side)}
	if small.Transparent = header.GetHasAlpha(); small.Transparent {
		out.Format = renderv1.Format_FORMAT_PNG
	}
	stream, err := p.client.Convert(ctx)
	if err != nil {
		return small, failure(err)
	}
	err = stream.Send(&renderv1.ConvertRequest{Part: &renderv1.ConvertRequest_Job{Job: &renderv1.ConvertJob{Job: job, Outputs: []*renderv1.Output{out}}}})
	for chunk := range slices.Chunk(content, chunkSize) {
		if err == nil {
			err = stream.Send(&renderv1.ConvertRequest{Part: &renderv1.ConvertRequest_Chunk{Chunk: chunk}})
		}
	}
	if err != nil && !errors.Is(err, io.EOF) { // after io.EOF the cause is in the response
		return small, failure(err)
	}
	if err := stream.CloseSend(); err != nil {
		return small, failure(err)
	}
	for {
		msg, err := stream.Receive()
		if errors.Is(err, io.EOF) {
			return small, nil
		}
		if err != nil {
			return small, failure(err)
		}
		if f := msg.GetFile(); f != nil {
			small.Width, small.Height = int(f.GetWidth()), int(f.GetHeight())
		}
		small.Content = append(small.Content, msg.GetChunk()...)
	}
}

func (p *Pictures) inspect(ctx context.Context, job *renderv1.Job, content []byte) (*renderv1.Picture, error) {
	stream, err := p.client.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	err = stream.Send(&renderv1.InspectRequest{Part: &renderv1.InspectRequest_Job{Job: job}})
	for chunk := range slices.Chunk(content, chunkSize) {
		if err == nil {
			err = stream.Send(&renderv1.InspectRequest{Part: &renderv1.InspectRequest_Chunk{Chunk: chunk}})
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	res, err := stream.CloseAndReceive()
	if err != nil {
		return nil, err
	}
	return res.GetPicture(), nil
}

// failure returns profile.ErrPicture if the picture is the cause, and profile.ErrPicturesDown otherwise.
func failure(err error) error {
	if connect.CodeOf(err) != connect.CodeInvalidArgument {
		return fmt.Errorf("%w: %w", profile.ErrPicturesDown, err)
	}
	text := err.Error()
	if refused, ok := errors.AsType[*connect.Error](err); ok {
		text = refused.Message()
	}
	return fmt.Errorf("%w: %s", profile.ErrPicture, text)
}
