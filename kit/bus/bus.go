// Package bus carries events between services over NATS JetStream: one stream, VITRINE, with the
// subjects vitrine.>, one subject per message type.
//
// The broker's store is not the source of truth. Each service keeps its events in its outbox and
// publishes them again if the stream was lost. Consumers use their inbox to skip repeated events.
package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/waiting"
)

const (
	// Stream is the name of the only stream.
	Stream = "VITRINE"
	// KindHeader is the header with the full name of an event's message type.
	KindHeader = "Vitrine-Message"
	// MaxAge is how long the stream keeps an event, and how far back an outbox is published again
	// after the stream was lost.
	MaxAge     = 7 * 24 * time.Hour
	duplicates = 2 * time.Minute
	dialWait   = 30 * time.Second
	// publishFor is the timeout for an acknowledgement.
	publishFor = 10 * time.Second
)

// Bus is a connection to the broker. It reconnects forever.
type Bus struct {
	nc   *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger
	wait *waiting.Wait
}

// Message is an event to be published.
type Message struct {
	// ID is the event's id. The broker drops repeated ids within two minutes.
	ID      string
	Subject string
	Payload []byte
	Headers map[string]string
}

// State identifies the stream's store.
type State struct {
	Created  time.Time
	FirstSeq uint64
	LastSeq  uint64
	// At is the broker's time when it returned this state. Times of stored events are by the same clock.
	At time.Time
}

// Dial connects to nats://[user:password@]host:port, or to several addresses separated by commas, and
// makes sure that the stream exists. It tries for at most 30 s or until ctx ends. Its error is
// temporary unless it is about the address.
func Dial(ctx context.Context, address string, log *slog.Logger) (*Bus, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	inbox, err := inboxOf(address)
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	b := &Bus{log: log, wait: waiting.For(ctx, log, "the broker", "NATS_URL", address)}
	opts := []nats.Option{
		nats.Name("vitrine"),
		nats.CustomInboxPrefix(inbox),
		nats.MaxReconnects(-1),
		// A broker whose passwords are being changed refuses connections for a while, so the client retries
		// these errors too.
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.Timeout(3 * time.Second),
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
		// While the broker is down, publishing fails immediately instead of filling a buffer.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				b.wait.Report(fmt.Errorf("connection lost: %w", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { b.wait.Report(nil) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !refusesShape(err) {
				log.Warn("broker", "error", err)
			}
		}),
	}
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := b.connect(ctx, address, opts)
		if err == nil {
			b.wait.Report(nil)
			return b, nil
		}
		b.wait.Report(err)
		select {
		case <-ctx.Done():
			b.wait.Forget()
			return nil, fmt.Errorf("broker: %w", err)
		case <-time.After(wait):
		}
	}
}

// inboxOf returns the prefix of the subjects on which replies arrive. Each user has its own, so that
// the broker can keep others from reading them. Its error doesn't repeat the address, which may
// contain a password.
func inboxOf(address string) (string, error) {
	user := ""
	for i, server := range strings.Split(address, ",") {
		if server = strings.TrimSpace(server); !strings.Contains(server, "://") {
			server = "nats://" + server
		}
		u, err := url.Parse(server)
		if err != nil {
			return "", errors.New("the address is not valid: write it like nats://user:password@host:port")
		}
		// A user name without a password is a token.
		if _, named := u.User.Password(); named && i == 0 {
			user = "." + u.User.Username()
		}
	}
	return strings.TrimSuffix(nats.InboxPrefix, ".") + user, nil
}

func (b *Bus) connect(ctx context.Context, address string, opts []nats.Option) error {
	nc, err := nats.Connect(address, opts...)
	if err != nil {
		return err
	}
	// Drop acknowledgements that never arrive. Otherwise they count against the limit of pending
	// ones for as long as the connection lives, and a few thousand of them would block all publishing.
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncTimeout(publishFor))
	if err != nil {
		nc.Close()
		return err
	}
	b.nc, b.js = nc, js
	if _, err := b.Ensure(ctx); err != nil {
		nc.Close()
		return err
	}
	return nil
}

// Ensure creates or updates the stream and returns its state. The error is temporary. If this user may
// not change streams, Ensure only returns the state, and an error if the stream is missing, because another
// service has to create it.
func (b *Bus) Ensure(ctx context.Context) (State, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	want := jetstream.StreamConfig{
		Name:        Stream,
		Description: "events of all services",
		Subjects:    []string{"vitrine.>"},
		Storage:     jetstream.FileStorage,
		Retention:   jetstream.LimitsPolicy,
		MaxAge:      MaxAge,
		Duplicates:  duplicates,
	}
	shapes, err := b.shapes(ctx)
	if err != nil {
		return State{}, fmt.Errorf("stream: %w", err)
	}
	s, err := b.js.Stream(ctx, Stream)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound) && !shapes:
		return State{}, errors.New("stream: it doesn't exist yet; a service that may create it has to start first")
	case errors.Is(err, jetstream.ErrStreamNotFound):
	case err != nil:
		return State{}, fmt.Errorf("stream: %w", err)
	case !shapes:
		return stateOf(s), nil
	default:
		// Keep the operator's replicas and placement.
		have := s.CachedInfo().Config
		want.Replicas, want.Placement = have.Replicas, have.Placement
	}
	// The server responds to a stream that is already like that, and changes nothing.
	if s, err = b.js.CreateStream(ctx, want); errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		s, err = b.js.UpdateStream(ctx, want)
	}
	if err != nil {
		return State{}, fmt.Errorf("stream: %w", errors.Join(err, b.abandon(ctx, err)))
	}
	return stateOf(s), nil
}

func stateOf(s jetstream.Stream) State {
	info := s.CachedInfo()
	return State{Created: info.Created.UTC(), FirstSeq: info.State.FirstSeq, LastSeq: info.State.LastSeq, At: info.TimeStamp.UTC()}
}

// shape is the subject of a request to change the stream.
const shape = "$JS.API.STREAM.UPDATE." + Stream

// shapes reports whether the broker allows this user to create and change the stream. It publishes an
// empty change without a reply subject: a permission error arrives before the reply to the flush, while a
// rejected change gets no reply at all.
func (b *Bus) shapes(ctx context.Context) (bool, error) {
	if err := b.nc.Publish(shape, nil); err != nil {
		return false, err
	}
	if err := b.nc.FlushWithContext(ctx); err != nil {
		return false, err
	}
	return !refusesShape(b.nc.LastError()), nil
}

func refusesShape(err error) bool {
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), shape)
}

// abandon deletes a stream whose folder is missing, so that the next Ensure creates it again. The server
// leaves such a stream behind if one client deletes it while another creates it: it stays in memory
// and rejects every change until a restart. The outboxes still have the events.
func (b *Bus) abandon(ctx context.Context, err error) error {
	const storeFailed jetstream.ErrorCode = 10069 // JSStreamStoreFailedF in the server's errors.json
	var api *jetstream.APIError
	if !errors.As(err, &api) || api.ErrorCode != storeFailed || !strings.Contains(api.Description, "no such file or directory") {
		return nil
	}
	if err := b.js.DeleteStream(ctx, Stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("delete: %w", err)
	}
	return nil
}

// IDAt returns the id of the event stored at seq, or "" if it doesn't exist.
func (b *Bus) IDAt(ctx context.Context, seq uint64) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	s, err := b.js.Stream(ctx, Stream)
	if err != nil {
		return "", err
	}
	m, err := s.GetMsg(ctx, seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return m.Header.Get(jetstream.MsgIDHeader), nil
}

// Epoch changes with every reconnection, before anything is sent over the new connection.
// Acknowledgements received under the same epoch came from one broker.
func (b *Bus) Epoch() int { return int(b.nc.Stats().Reconnects) }

// Discard deletes the stream that was created at created, with its consumers and the broker's deduplication
// window, and creates it again. Use it for a stream that lost events: consumers whose position is ahead of it
// would skip new events. Relays then refill the stream from their outboxes.
func (b *Bus) Discard(ctx context.Context, created time.Time) (State, error) {
	now, err := b.Ensure(ctx)
	if err != nil || !now.Created.Equal(created) {
		return now, err // another process has replaced it already
	}
	gone, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := b.js.DeleteStream(gone, Stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return State{}, fmt.Errorf("stream: %w", err)
	}
	return b.Ensure(ctx)
}

// Publish sends the messages in order and waits until the broker has stored each of them. It returns the
// stream sequences of the first messages that were acknowledged without a gap. With an error these are fewer
// than the messages, and it is safe to send the rest again.
func (b *Bus) Publish(ctx context.Context, msgs ...Message) ([]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, publishFor)
	defer cancel()
	futures := make([]jetstream.PubAckFuture, 0, len(msgs))
	spans := make([]trace.Span, 0, len(msgs))
	defer func() {
		for _, span := range spans {
			span.End()
		}
	}()
	var failed error
	for _, m := range msgs {
		headers, span := publishing(ctx, m)
		spans = append(spans, span)
		out := nats.NewMsg(m.Subject)
		out.Data = m.Payload
		for k, v := range headers {
			out.Header.Set(k, v)
		}
		f, err := b.js.PublishMsgAsync(out, jetstream.WithMsgID(m.ID), jetstream.WithExpectStream(Stream))
		if err != nil {
			failed = err
			break
		}
		futures = append(futures, f)
	}
	seqs := make([]uint64, 0, len(futures))
	for _, f := range futures {
		select {
		case ack := <-f.Ok():
			seqs = append(seqs, ack.Sequence)
			continue
		case err := <-f.Err():
			failed = err
		case <-ctx.Done():
			failed = ctx.Err()
		}
		break
	}
	if failed != nil {
		return seqs, fmt.Errorf("publish: %w", failed)
	}
	return seqs, nil
}

// Close ends the connection. It may be called twice.
func (b *Bus) Close() {
	if b != nil && b.nc != nil {
		b.wait.Forget()
		b.nc.Close()
	}
}

// SubjectOf returns the subject of a message's type: vitrine.checkout.v1.OrderPaid is published on
// vitrine.checkout.v1.order_paid.
func SubjectOf(m proto.Message) string { return subjectOf(m.ProtoReflect().Descriptor()) }

func subjectOf(d protoreflect.MessageDescriptor) string {
	var b strings.Builder
	b.WriteString(string(d.FullName().Parent()))
	b.WriteByte('.')
	name := []rune(string(d.Name()))
	for i, r := range name {
		// A capital letter starts a word unless it continues an abbreviation: HTTPSeen becomes
		// http_seen.
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(name[i-1]) || (i+1 < len(name) && unicode.IsLower(name[i+1]))) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
