import { api, dataOf } from '@/lib/api/client'
import { onSession } from '@/lib/session/events'
import { nextChange, nextPrice, type Phase } from './model'
import { planOf } from './plan'
import { usePhasesNow } from './store'

/** Milliseconds between two reads while the page is visible, because staff may pause a phase at any time. */
const pace = 20_000
/** Milliseconds of jitter after a change, so that waiting visitors don't all read at the same time. */
const spread = 1500
/** Milliseconds for which a drop without phases isn't read again, on any page, because most drops have none. */
const patience = 300_000
/** The maximum delay of a browser's timer. */
const longest = 2 ** 31 - 1

interface Watched {
  readers: number
  look: () => void
  stop: () => void
}

const watched = new Map<string, Watched>()
/** When a drop was found to have no phases, in milliseconds. */
const without = new Map<string, number>()

/** Keeps a drop's phases current in `usePhasesNow` until the signal is aborted. */
export function watch(dropId: string, ends: AbortSignal) {
  if (ends.aborted) return
  const one = watched.get(dropId) ?? begin(dropId)
  watched.set(dropId, one)
  one.readers++
  ends.addEventListener('abort', () => {
    if (--one.readers > 0) return
    watched.delete(dropId)
    one.stop()
  })
}

/** Reads a drop's phases now, because the known ones are outdated. */
export const lookAgain = (dropId: string) => watched.get(dropId)?.look()

function begin(dropId: string): Watched {
  const ends = new AbortController()
  let reply: Phase[] = []
  let ahead = 0
  let nextLook: ReturnType<typeof setTimeout>
  let nextStep: ReturnType<typeof setTimeout>
  const now = () => Date.now() + ahead

  /** Shows the current state, and again when a phase begins or ends, or a price falls. */
  function step() {
    clearTimeout(nextStep)
    const { [dropId]: before, ...others } = usePhasesNow.getState().plans
    if (reply.length === 0) {
      if (before) usePhasesNow.setState({ plans: others })
      return
    }
    const plan = planOf(reply, now)
    const { phases } = plan
    const time = now()
    usePhasesNow.setState({ plans: { ...others, [dropId]: plan } })
    const change = nextChange(phases, time)
    const fall = nextPrice(phases, time)
    const first = Math.min(change, fall)
    if (first === Number.POSITIVE_INFINITY) return
    nextStep = setTimeout(
      () => {
        step()
        // An auction's price follows from its terms, so only a new phase needs another read.
        if (change <= fall) later(Math.random() * spread)
      },
      Math.min(longest, first - time),
    )
  }

  function later(wait: number) {
    clearTimeout(nextLook)
    nextLook = setTimeout(look, wait)
  }

  async function look() {
    clearTimeout(nextLook)
    if (document.hidden) return
    const sent = Date.now()
    try {
      const { items, now: time } = await dataOf(
        api.GET('/api/drops/{dropId}/phases', { params: { path: { dropId } }, signal: ends.signal }),
      )
      if (ends.signal.aborted) return
      if (time) ahead = Date.parse(time) - (sent + Date.now()) / 2
      reply = items
      step()
      if (items.length > 0) {
        without.delete(dropId)
        later(pace)
      } else without.set(dropId, Date.now())
    } catch (error) {
      if (ends.signal.aborted) return
      console.info('The phases of the drop are unknown', error)
      later(pace)
    }
  }

  const seen = () => {
    if (!document.hidden && Date.now() - (without.get(dropId) ?? 0) > patience) void look()
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', seen)
  const began = onSession('began', seen)
  const ended = onSession('ended', seen)
  seen()
  return {
    readers: 0,
    look: () => void look(),
    stop() {
      ends.abort()
      clearTimeout(nextLook)
      clearTimeout(nextStep)
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', seen)
      began()
      ended()
    },
  }
}
