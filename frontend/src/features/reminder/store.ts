import { create } from 'zustand'
import type { Schemas } from '@/lib/api/client'
import { sessionStore, storageKey } from '@/lib/storage'

export type Kind = Schemas['Reminder']['kind']

/** An entry of the catalog that the caller wants one email about. */
export interface Entry {
  kind: Kind
  id: string
}

export interface Reminder extends Entry {
  /** When a drop opens, RFC 3339; null for an artwork. */
  opensAt: string | null
}

interface RemindersState {
  /** The account of these reminders; null until they are loaded. */
  account: string | null
  /** Newest first. */
  items: Reminder[]
}

export const nothing: RemindersState = { account: null, items: [] }

/** The caller's reminders as the server last returned them. They are not stored in the browser. */
export const useReminders = create<RemindersState>()(() => nothing)

export const isSame = (a: Entry) => (b: Entry) => a.kind === b.kind && a.id === b.id

const pendingKey = storageKey('wish')
/** Milliseconds in which a login must be completed to add the reminder that was requested before it. */
const pendingFor = 30 * 60_000

/** Stores the reminder that a visitor requested before logging in, in this tab. */
export const storePendingReminder = ({ kind, id }: Entry, now = Date.now()) =>
  sessionStore.setItem(pendingKey, JSON.stringify({ kind, id, until: now + pendingFor }))

/** Whether this tab requested a reminder of the entry before a login. Reading it clears it. */
export function takePendingReminder(entry: Entry, now = Date.now()): boolean {
  try {
    const wish: unknown = JSON.parse(sessionStore.getItem(pendingKey) ?? 'null')
    if (typeof wish !== 'object' || wish === null) return false
    const { kind, id, until } = wish as Record<string, unknown>
    if (kind !== entry.kind || id !== entry.id) return false
    sessionStore.removeItem(pendingKey)
    return typeof until === 'number' && until > now
  } catch {
    sessionStore.removeItem(pendingKey)
    return false
  }
}
