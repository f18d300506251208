package purchase

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Actor is who caused a change. When a reconciler applies a state that it read from the provider or the chain, the actor is
// the provider or the chain; the reconciler is the actor when its own check of the time decides.
type Actor string

// The actors.
const (
	ActorBuyer      Actor = "buyer"
	ActorProvider   Actor = "provider"
	ActorChain      Actor = "chain"
	ActorReconciler Actor = "reconciler"
	ActorStaff      Actor = "staff"
)

// Actors are all actors.
var Actors = []Actor{ActorBuyer, ActorProvider, ActorChain, ActorReconciler, ActorStaff}

// Table contains the allowed steps of a state machine and who may cause each. The initial state is "".
type Table[S ~string] map[S]map[S][]Actor

// Row is one allowed step.
type Row struct {
	From, To string
	Actor    Actor
}

// Allows reports whether the actor may cause the step.
func (t Table[S]) Allows(from, to S, by Actor) bool { return slices.Contains(t[from][to], by) }

// Rows returns the table in a fixed order.
func (t Table[S]) Rows() []Row {
	var out []Row
	for from, steps := range t {
		for to, actors := range steps {
			for _, a := range actors {
				out = append(out, Row{string(from), string(to), a})
			}
		}
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Actor, b.Actor))
	})
	return out
}

// ErrTransition means that the transition table doesn't contain a step. It is always a bug, never caused by input.
var ErrTransition = errors.New("the state machine has no such step")

// TransitionError is an ErrTransition with the rejected step.
type TransitionError struct {
	What, From, To string
	Actor          Actor
}

func (e *TransitionError) Error() string {
	return fmt.Sprintf("%v: %s %q to %q by %s", ErrTransition, e.What, e.From, e.To, e.Actor)
}

func (e *TransitionError) Unwrap() error { return ErrTransition }
