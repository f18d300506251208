// Package bus carries facts between services over NATS JetStream: one stream,
// VITRINE, on the subjects vitrine.>, one subject a message type.
//
// The broker's store is not the truth. Facts are kept in each service's outbox,
// and a stream that was lost is filled again from there; consumers tell
// repetitions by their inbox.
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
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const (
	// Stream is the name of the only stream.
	Stream = "VITRINE"
	// KindHeader is the header with the full name of a fact's type.
	KindHeader = "Vitrine-Message"
	// MaxAge is how long the stream keeps a fact, and how far back an outbox is
	// published again after the stream was lost.
	MaxAge     = 7 * 24 * time.Hour
	duplicates = 2 * time.Minute
	dialWait   = 30 * time.Second
	// publishFor is how long an acknowledgement is waited for.
	publishFor = 10 * time.Second
)

// Bus is a connection to the broker. It reconnects for ever.
type Bus struct {
	nc  *nats.Conn
	js  jetstream.JetStream
	log *slog.Logger
}

// Message is a fact on its way to the broker.
type Message struct {
	// ID is the fact's id; a repetition within two minutes is dropped by the broker.
	ID      string
	Subject string
	Payload []byte
	Headers map[string]string
}

// State is what identifies the stream's store.
type State struct {
	Created  time.Time
	FirstSeq uint64
	LastSeq  uint64
}

// Dial connects to nats://[user:password@]host:port, or to several with commas
// between them, and makes sure that the stream exists. It tries for at most 30 s or
// until ctx ends; its error is temporary, unless it is about the address.
func Dial(ctx context.Context, address string, log *slog.Logger) (*Bus, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	inbox, err := inboxOf(address)
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	b := &Bus{log: log}
	opts := []nats.Option{
		nats.Name("vitrine"),
		nats.CustomInboxPrefix(inbox),
		nats.MaxReconnects(-1),
		// A broker whose passwords are being changed refuses for a while; that, too, is waited for.
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.Timeout(3 * time.Second),
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
		// While the broker is away, publishing fails at once instead of filling a buffer.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("broker connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("broker connection restored") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !refusesShape(err) {
				log.Warn("broker", "error", err)
			}
		}),
	}
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := b.connect(ctx, address, opts)
		if err == nil {
			return b, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("broker: %w", err)
		case <-time.After(wait):
		}
	}
}

// inboxOf is the subject below which answers come: a user has one of its own, which
// the broker may keep others from hearing. Its error does not repeat the address,
// because there may be a password in it.
func inboxOf(address string) (string, error) {
	user := ""
	for i, one := range strings.Split(address, ",") {
		if one = strings.TrimSpace(one); !strings.Contains(one, "://") {
			one = "nats://" + one
		}
		u, err := url.Parse(one)
		if err != nil {
			return "", errors.New("the address is not nats://user:password@host:port")
		}
		// A name without a password is a token.
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
	// An acknowledgement that never comes is forgotten in the end. Otherwise it counts among those that may be waited for at once, for
	// as long as the connection lives, and some thousands of them keep everything else from being sent.
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

// Ensure creates or updates the stream and tells its state. The error is temporary.
// Where the broker lets this user do neither, another service has to: the state is
// told, and a stream that is missing is an error.
func (b *Bus) Ensure(ctx context.Context) (State, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	want := jetstream.StreamConfig{
		Name:        Stream,
		Description: "facts of all services",
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
		return State{}, errors.New("stream: it is missing, and made by another service")
	case errors.Is(err, jetstream.ErrStreamNotFound):
	case err != nil:
		return State{}, fmt.Errorf("stream: %w", err)
	case !shapes:
		return stateOf(s), nil
	default:
		// An operator's replicas and placement are kept.
		have := s.CachedInfo().Config
		want.Replicas, want.Placement = have.Replicas, have.Placement
	}
	s, err = b.js.CreateOrUpdateStream(ctx, want)
	if err != nil {
		return State{}, fmt.Errorf("stream: %w", errors.Join(err, b.abandon(ctx, err)))
	}
	return stateOf(s), nil
}

func stateOf(s jetstream.Stream) State {
	info := s.CachedInfo()
	return State{Created: info.Created.UTC(), FirstSeq: info.State.FirstSeq, LastSeq: info.State.LastSeq}
}

// shape is where a change of the stream is asked for.
const shape = "$JS.API.STREAM.UPDATE." + Stream

// shapes tells whether the broker lets this user make and change the stream: it asks for a change that says nothing and wants no
// answer. A refusal comes before the answer to the flush, while a request that is refused gets no answer at all.
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

// abandon deletes a stream whose folder is gone, so that the next Ensure makes it anew. The server leaves one behind when one client
// deletes a stream while another makes it: it stays in memory and refuses every change until a restart. The facts are in the outboxes.
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

// IDAt is the id of the fact that the stream holds at seq, or "" where it holds none.
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

// Epoch changes with every reconnection, before anything is sent over the new
// connection: what was acknowledged while it stayed the same went to one broker.
func (b *Bus) Epoch() int { return int(b.nc.Stats().Reconnects) }

// Discard deletes the stream that was created then, with its consumers and with
// what the broker remembers of repetitions, and makes it anew. It is for a stream
// that lost facts: consumers ahead of it would pass over what comes next. Relays
// fill the new one from their outboxes.
func (b *Bus) Discard(ctx context.Context, created time.Time) (State, error) {
	now, err := b.Ensure(ctx)
	if err != nil || !now.Created.Equal(created) {
		return now, err // somebody else was first
	}
	gone, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := b.js.DeleteStream(gone, Stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return State{}, fmt.Errorf("stream: %w", err)
	}
	return b.Ensure(ctx)
}

// Publish sends the messages in order and waits until the broker has stored each
// one. It returns the stream's sequences of the first messages that were all
// acknowledged; with an error these are fewer than the messages, and sending the
// rest again is safe.
func (b *Bus) Publish(ctx context.Context, msgs ...Message) ([]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, publishFor)
	defer cancel()
	futures := make([]jetstream.PubAckFuture, 0, len(msgs))
	var failed error
	for _, m := range msgs {
		out := nats.NewMsg(m.Subject)
		out.Data = m.Payload
		for k, v := range m.Headers {
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
		b.nc.Close()
	}
}

// SubjectOf is the subject of a message's type: vitrine.checkout.v1.OrderPaid
// goes to vitrine.checkout.v1.order_paid.
func SubjectOf(m proto.Message) string { return subjectOf(m.ProtoReflect().Descriptor()) }

func subjectOf(d protoreflect.MessageDescriptor) string {
	var b strings.Builder
	b.WriteString(string(d.FullName().Parent()))
	b.WriteByte('.')
	name := []rune(string(d.Name()))
	for i, r := range name {
		// A capital starts a word, unless it goes on with an abbreviation: HTTPSeen is http_seen.
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(name[i-1]) || (i+1 < len(name) && unicode.IsLower(name[i+1]))) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
