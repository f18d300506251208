/** began: a login. refreshed: new tokens, no error. ended: logged out, by whatever way. */
type SessionEvent = 'began' | 'refreshed' | 'ended'

const listeners = new Map<SessionEvent, Set<() => void>>()

/** Runs `listener` at every such moment of this page. Returns what ends it. */
export function onSession(event: SessionEvent, listener: () => void): () => void {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set)
  set.add(listener)
  return () => set.delete(listener)
}

export function announce(event: SessionEvent) {
  for (const listener of listeners.get(event) ?? []) listener()
}
