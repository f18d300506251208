/** began: a login. refreshed: new tokens without an error. ended: logged out, for any reason. */
type SessionEvent = 'began' | 'refreshed' | 'ended'

const listeners = new Map<SessionEvent, Set<() => void>>()

/** Calls `listener` at each such event of this page. Returns a function that stops it. */
export function onSession(event: SessionEvent, listener: () => void): () => void {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set)
  set.add(listener)
  return () => set.delete(listener)
}

export function announce(event: SessionEvent) {
  for (const listener of listeners.get(event) ?? []) listener()
}
