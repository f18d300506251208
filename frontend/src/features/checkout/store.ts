import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onSession } from '@/lib/session/events'
import { persistLocal, storageKey } from '@/lib/storage'
import { type CheckoutStatus, mayFollow } from './model'

/** The purchase in progress in this browser. A hint for the buyer: the server decides. */
interface PendingCheckout {
  artworkId: string | null
  artworkSlug: string | null
  /** RFC 3339. */
  pendingSince: string | null
  status: CheckoutStatus | null
}

const none: PendingCheckout = { artworkId: null, artworkSlug: null, pendingSince: null, status: null }

/** How long a record counts. */
export const pendingLifetime = 3 * 3_600_000
/** Milliseconds between two samples of the time. */
const sampling = 5_000

export const usePendingCheckout = create<PendingCheckout>()(
  persist((): PendingCheckout => none, {
    name: storageKey('pendingCheckout'),
    version: 1,
    storage: persistLocal<PendingCheckout>(),
    skipHydration: true,
    merge: (stored, current) => ({ ...current, ...none, ...(stored as object | undefined) }),
  }),
)

let sampled = 0

/** Now, at most five seconds old. */
export function sampledNow(now = Date.now()): number {
  if (now - sampled >= sampling || now < sampled) sampled = now
  return sampled
}

export const isActive = ({ pendingSince }: Pick<PendingCheckout, 'pendingSince'>, now = sampledNow()) =>
  pendingSince !== null && now < new Date(pendingSince).getTime() + pendingLifetime

/** The record that counts, or null. */
export function pendingNow(): PendingCheckout | null {
  if (!usePendingCheckout.persist.hasHydrated()) usePendingCheckout.persist.rehydrate()
  const record = usePendingCheckout.getState()
  return isActive(record) ? record : null
}

/** Starts the record of an artwork, or continues an existing one. */
export function begin(artworkId: string, artworkSlug: string) {
  const record = pendingNow()
  if (record?.artworkId === artworkId && record.status !== 'completed') return
  usePendingCheckout.setState({
    artworkId,
    artworkSlug,
    pendingSince: new Date().toISOString(),
    status: 'new',
  })
}

/** Moves the record to a later status. Ignores a status that can't follow. */
export function update(artworkId: string, status: CheckoutStatus) {
  const record = pendingNow()
  if (record?.artworkId !== artworkId || !record.status || !mayFollow(record.status, status)) return
  usePendingCheckout.setState({ status })
}

/** Clears the record of an artwork in any state but completed. */
export function clear(artworkId: string) {
  const record = usePendingCheckout.getState()
  if (record.artworkId === artworkId && record.status !== 'completed') usePendingCheckout.setState(none)
}

onSession('ended', () => usePendingCheckout.setState(none))
