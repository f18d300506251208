// Package render calls the program that opens untrusted bytes: it reads and converts pictures, and draws pages of live works.
package render

import (
	"context"
	"errors"
	"fmt"
	"io"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectproto"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// name is render's name as an audience of signed calls.
	name = "render"
	// chunkSize is the maximum size of a chunk in bytes.
	chunkSize = 1 << 20
)

// Pictures implements picture.Maker.
type Pictures struct {
	client renderv1connect.PictureServiceClient
}

// NewPictures returns a client of render at an address.
func NewPictures(keys *identity.Keys, url string) *Pictures {
	return &Pictures{renderv1connect.NewPictureServiceClient(rpc.NewClient(keys, name, url))}
}

var formats = map[renderv1.Format]picture.Format{
	renderv1.Format_FORMAT_JPEG: picture.JPEG, renderv1.Format_FORMAT_PNG: "png", renderv1.Format_FORMAT_GIF: "gif", renderv1.Format_FORMAT_WEBP: picture.WebP,
	renderv1.Format_FORMAT_AVIF: picture.AVIF, renderv1.Format_FORMAT_TIFF: "tiff", renderv1.Format_FORMAT_RGBA: picture.RGBA,
}

var qualities = map[picture.Quality]renderv1.Quality{
	picture.Screen: renderv1.Quality_QUALITY_SCREEN, picture.Print: renderv1.Quality_QUALITY_PRINT, picture.Placeholder: renderv1.Quality_QUALITY_PLACEHOLDER,
}

func formatOf(f picture.Format) renderv1.Format {
	for number, known := range formats {
		if known == f {
			return number
		}
	}
	return renderv1.Format_FORMAT_UNSPECIFIED
}

func header(p *renderv1.Picture) picture.Header {
	return picture.Header{Format: formats[p.GetFormat()], Width: int(p.GetWidth()), Height: int(p.GetHeight()), Frames: int(p.GetFrames()), Alpha: p.GetHasAlpha()}
}

// Inspect implements picture.Maker.
func (p *Pictures) Inspect(ctx context.Context, s picture.Source, urgent bool) (picture.Header, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := p.client.Inspect(ctx)
	if err != nil {
		return picture.Header{}, failure(err)
	}
	err = stream.Send(&renderv1.InspectRequest{Part: &renderv1.InspectRequest_Job{Job: &renderv1.Job{Urgent: urgent}}})
	if err == nil {
		err = upload(ctx, s, func(chunk []byte) error {
			return stream.Send(&renderv1.InspectRequest{Part: &renderv1.InspectRequest_Chunk{Chunk: chunk}})
		})
	}
	if err != nil && !errors.Is(err, io.EOF) { // after io.EOF the cause is in the response
		return picture.Header{}, err
	}
	res, err := stream.CloseAndReceive()
	if err != nil {
		return picture.Header{}, failure(err)
	}
	return header(res.GetPicture()), nil
}

// upload sends an original in chunks.
func upload(ctx context.Context, s picture.Source, send func(chunk []byte) error) error {
	in, err := s.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	chunk := make([]byte, chunkSize)
	for {
		n, err := io.ReadFull(in, chunk)
		if n > 0 {
			if err := send(chunk[:n]); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading the original: %w", readError{err})
		}
	}
}

// readError hides that an error of the original's store wraps io.EOF, which means something else for a stream.
type readError struct{ err error }

// Error implements error.
func (e readError) Error() string { return e.err.Error() }

// Convert implements picture.Maker.
func (p *Pictures) Convert(ctx context.Context, s picture.Source, c picture.Conversion, keep func(picture.File) error) (picture.Header, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	job := &renderv1.ConvertJob{Job: &renderv1.Job{Urgent: c.Urgent}}
	for _, o := range c.Outputs {
		job.Outputs = append(job.Outputs, &renderv1.Output{
			Name: o.Name, Format: formatOf(o.Format), Width: uint32(o.Width), Quality: qualities[o.Quality], Moving: o.Moving, Background: o.Background,
		})
	}
	stream, err := p.client.Convert(ctx)
	if err != nil {
		return picture.Header{}, failure(err)
	}
	err = stream.Send(&renderv1.ConvertRequest{Part: &renderv1.ConvertRequest_Job{Job: job}})
	if err == nil {
		err = upload(ctx, s, func(chunk []byte) error {
			return stream.Send(&renderv1.ConvertRequest{Part: &renderv1.ConvertRequest_Chunk{Chunk: chunk}})
		})
	}
	return receive(errors.Join(err, stream.CloseSend()), stream.Receive, keep)
}

// Tile implements picture.Maker.
func (p *Pictures) Tile(ctx context.Context, s picture.Source, t picture.Tiling, keep func(picture.File) error) (picture.Header, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := p.client.Tile(ctx)
	if err != nil {
		return picture.Header{}, failure(err)
	}
	err = stream.Send(&renderv1.TileRequest{Part: &renderv1.TileRequest_Job{Job: &renderv1.TileJob{
		Job: &renderv1.Job{Urgent: t.Urgent}, Side: uint32(t.Side), WholeUpTo: uint32(t.WholeUpTo),
	}}})
	if err == nil {
		err = upload(ctx, s, func(chunk []byte) error {
			return stream.Send(&renderv1.TileRequest{Part: &renderv1.TileRequest_Chunk{Chunk: chunk}})
		})
	}
	return receive(errors.Join(err, stream.CloseSend()), stream.Receive, keep)
}

// part is a message of a response.
type part interface {
	GetPicture() *renderv1.Picture
	GetFile() *renderv1.File
	GetChunk() []byte
}

// receive reads a response and calls keep with each file. sent is the error of sending, whose cause is in the response if it is io.EOF.
func receive[P part](sent error, next func() (P, error), keep func(picture.File) error) (h picture.Header, err error) {
	if sent != nil && !errors.Is(sent, io.EOF) {
		return h, sent
	}
	for {
		msg, err := next()
		if errors.Is(err, io.EOF) {
			return h, nil
		}
		if err != nil {
			return h, failure(err)
		}
		if p := msg.GetPicture(); p != nil {
			h = header(p)
		}
		f := msg.GetFile()
		if f == nil {
			continue
		}
		content := &content[P]{next: next, left: f.GetSize()}
		if err := keep(picture.File{Name: f.GetName(), Width: int(f.GetWidth()), Height: int(f.GetHeight()), Frames: int(f.GetFrames()), Content: content}); err != nil {
			return h, err
		}
		if _, err := io.Copy(io.Discard, content); err != nil {
			return h, err
		}
	}
}

// content reads a file from the chunks of a response.
type content[P part] struct {
	next  func() (P, error)
	left  uint64
	chunk []byte
}

// Read implements io.Reader.
func (c *content[P]) Read(b []byte) (int, error) {
	for len(c.chunk) == 0 {
		if c.left == 0 {
			return 0, io.EOF
		}
		msg, err := c.next()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, failure(err)
		}
		c.chunk = msg.GetChunk()
		if n := uint64(len(c.chunk)); n == 0 || n > c.left {
			return 0, errors.New("render: a file has another size than announced")
		}
		c.left -= uint64(len(c.chunk))
	}
	n := copy(b, c.chunk)
	c.chunk = c.chunk[n:]
	return n, nil
}

// reasonOf returns the reason in the details of an error.
func reasonOf(err error) renderv1.Reason {
	failed, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return renderv1.Reason_REASON_UNSPECIFIED
	}
	for _, d := range failed.Details() {
		if v, err := connectproto.UnmarshalErrorDetail(d); err == nil {
			if r, ok := v.(*renderv1.Refusal); ok {
				return r.GetReason()
			}
		}
	}
	return renderv1.Reason_REASON_UNSPECIFIED
}

// message returns the text of an error without its code.
func message(err error) string {
	if failed, ok := errors.AsType[*connect.Error](err); ok {
		return failed.Message()
	}
	return err.Error()
}

// failure returns a refusal as picture.RefusedError, and other errors as temporary ones.
func failure(err error) error {
	if connect.CodeOf(err) != connect.CodeInvalidArgument {
		return fmt.Errorf("render: %w", err)
	}
	refused := &picture.RefusedError{Message: message(err)}
	switch reasonOf(err) {
	case renderv1.Reason_REASON_UNKNOWN_FORMAT:
		refused.Cause = picture.Unknown
	case renderv1.Reason_REASON_TOO_MANY_PIXELS, renderv1.Reason_REASON_TOO_MANY_FRAMES, renderv1.Reason_REASON_TOO_MANY_BYTES, renderv1.Reason_REASON_TOO_MUCH_MEMORY, renderv1.Reason_REASON_TOO_MUCH_TIME:
		refused.Cause = picture.TooLarge
	case renderv1.Reason_REASON_TRANSPARENT:
		refused.Cause = picture.Transparent
	default:
		refused.Cause = picture.Unusable
	}
	return refused
}
