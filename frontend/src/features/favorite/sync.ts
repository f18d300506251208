import { api, dataOf, type Schemas } from '@/lib/api/client'
import { userOf } from '@/lib/session/claims'
import { onSession } from '@/lib/session/events'
import { tokensNow } from '@/lib/session/store'
import { type Entry, most, nothing, useFavorites } from './store'

const read = ({ items }: { items: Schemas['Favorite'][] }): Entry[] =>
  items.map(({ kind, entryId }) => ({ kind, id: entryId }))

const add = async (items: Entry[]) =>
  read(
    await dataOf(
      api.POST('/api/favorites', { body: { items: items.map(({ kind, id }) => ({ kind, entryId: id })) } }),
    ),
  )

/** A response may arrive after a logout, or a login as someone else: then it is dropped. */
function keep(account: string, items: Entry[]) {
  if (userOf(tokensNow())?.sub === account) useFavorites.setState({ items, account })
}

/** Adds favorites that were saved without a login to the account, and shows the account's. */
export async function merge(account: string): Promise<void> {
  await useFavorites.persist.rehydrate()
  const { items, account: owner } = useFavorites.getState()
  const kept = owner === null ? items.slice(0, most) : []
  keep(account, kept.length > 0 ? await add(kept) : read(await dataOf(api.GET('/api/favorites'))))
}

/** Stores one change of an account. Throws what the API throws. */
export async function store(account: string, entry: Entry, on: boolean): Promise<void> {
  if (on) return keep(account, await add([entry]))
  await api.DELETE('/api/favorites/{kind}/{entryId}', {
    params: { path: { kind: entry.kind, entryId: entry.id } },
  })
}

/** The end of a session leaves nothing in the browser. Returns a function that stops it. */
export const forgetAtEnd = () => onSession('ended', () => useFavorites.setState(nothing))
