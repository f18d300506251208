import { ArtworksByIdsDocument, DropsDocument } from '@/gen/graphql'
import { api, dataOf, type Schemas } from '@/lib/api/client'
import { lazyClient } from '@/lib/apollo/lazy-client'
import { userOf } from '@/lib/session/claims'
import { tokensNow } from '@/lib/session/store'
import { type Entry, isSame, type Reminder, useReminders } from './store'

const read = ({ items }: { items: Schemas['Reminder'][] }): Reminder[] =>
  items.map(({ kind, entryId, opensAt }) => ({ kind, id: entryId, opensAt: opensAt ?? null }))

/** A response may arrive after a logout, or a login as someone else: then it is dropped. */
function keep(account: string, items: Reminder[]) {
  if (userOf(tokensNow())?.sub === account) useReminders.setState({ account, items })
}

let loading: { account: string; done: Promise<void> } | null = null

/** Loads the account's reminders, once for all components. Throws what the API throws. */
export function load(account: string): Promise<void> {
  if (useReminders.getState().account === account) return Promise.resolve()
  if (loading?.account !== account) {
    const done = dataOf(api.GET('/api/reminders'))
      .then((sent) => keep(account, read(sent)))
      .finally(() => {
        loading = null
      })
    loading = { account, done }
  }
  return loading.done
}

/** Adds a reminder; an existing one doesn't change. Throws what the API throws. */
export async function add(account: string, { kind, id }: Entry): Promise<void> {
  keep(account, read(await dataOf(api.POST('/api/reminders', { body: { kind, entryId: id } }))))
}

/** Removes a reminder. Throws what the API throws. */
export async function remove(account: string, entry: Entry): Promise<void> {
  await api.DELETE('/api/reminders/{kind}/{entryId}', {
    params: { path: { kind: entry.kind, entryId: entry.id } },
  })
  const { items } = useReminders.getState()
  keep(
    account,
    items.filter((item) => !isSame(entry)(item)),
  )
}

export interface Named {
  title: string
  slug: string
}

/** A page of the data API. */
const pageSize = 27

/** The titles of entries, by kind and id. Entries that aren't public are left out. */
export async function namesOf(entries: Entry[]): Promise<Map<string, Named>> {
  const client = await lazyClient()
  const ids = entries.filter(({ kind }) => kind === 'artwork').map(({ id }) => id)
  const names = new Map<string, Named>()
  for (let i = 0; i < ids.length; i += pageSize) {
    const { data } = await client.query({
      query: ArtworksByIdsDocument,
      variables: { ids: ids.slice(i, i + pageSize) },
    })
    for (const { id, title, slug } of data?.artworks.items ?? []) names.set(`artwork ${id}`, { title, slug })
  }
  if (entries.some(({ kind }) => kind === 'drop')) {
    const { data } = await client.query({
      query: DropsDocument,
      variables: { filter: { status: ['UPCOMING'] } },
    })
    for (const { id, title, slug } of data?.drops.items ?? []) names.set(`drop ${id}`, { title, slug })
  }
  return names
}
