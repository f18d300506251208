import { userOf } from '@/lib/session/claims'
import { tokensNow } from '@/lib/session/store'
import { sessionStore, storageKey } from '@/lib/storage'
import { names, type Values } from './model'

/** The next person who logs in in this tab doesn't see it. */
const keyOf = (id: string) => storageKey(`unsaved.draft.${userOf(tokensNow())?.sub}.${id}`)

/** What was typed and not saved. It stays in the tab through a reload or a login, until it is saved or discarded. */
export function readUnsaved(id: string): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(keyOf(id)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
      ),
    )
  } catch {
    return {}
  }
}

export function writeUnsaved(id: string, values: Values, unsaved: readonly (keyof Values)[]) {
  if (unsaved.length === 0) sessionStore.removeItem(keyOf(id))
  else
    sessionStore.setItem(
      keyOf(id),
      JSON.stringify(Object.fromEntries(unsaved.map((name) => [name, values[name]]))),
    )
}
