import { CombinedGraphQLErrors } from '@apollo/client/errors'
import {
  ArtistLinksDocument,
  DeskArtistDocument,
  LinkArtistDocument,
  type LinkOfArtistFragment,
  LinksOfAccountDocument,
} from '@/gen/graphql'
import { api, dataOf, type Schemas } from '@/lib/api/client'
import { ApiError, type ErrorCode } from '@/lib/api/error'
import { browserClient } from '@/lib/apollo/browser'
import * as t from '@/messages/desk-accounts'

export type Account = Schemas['DeskAccount']
export type Summary = Schemas['DeskAccountSummary']

/** An account with the name from its profile, empty before it has one. */
export type Found = Summary & { name: string }

interface Accounts {
  search?: string
  id?: string[]
  cursor?: string
}

const read = (query: Accounts, signal?: AbortSignal) =>
  dataOf(api.GET('/api/desk/accounts', { params: { query }, signal }))

const readNames = async (query: { search?: string; ownerId?: string[] }, signal?: AbortSignal) =>
  (await dataOf(api.GET('/api/desk/profiles', { params: { query }, signal }))).items

/**
 * A page of accounts. Accounts and names are in two services, which are asked at the same time. What only one of them finds is then read
 * from the other. Throws ApiError 403 forbidden.
 */
export async function listAccounts(search: string, cursor: string, signal?: AbortSignal) {
  const [page, people] = await Promise.all([
    read({ search, cursor }, signal),
    search && !cursor ? readNames({ search }, signal) : [],
  ])
  const unread = people
    .map(({ ownerId }) => ownerId)
    .filter((id) => !page.items.some((account) => account.id === id))
  const unnamed = page.items.map(({ id }) => id).filter((id) => !people.some(({ ownerId }) => ownerId === id))
  const [others, named] = await Promise.all([
    unread.length > 0 ? read({ id: unread }, signal) : { items: [] },
    unnamed.length > 0 ? readNames({ ownerId: unnamed }, signal) : [],
  ])
  const names = new Map([...people, ...named].map(({ ownerId, name }) => [ownerId, name]))
  const items: Found[] = [...page.items, ...others.items].map((account) => ({
    ...account,
    name: names.get(account.id) ?? '',
  }))
  return { items, nextCursor: page.nextCursor }
}

/** One account with its name. */
export type AccountStory = Awaited<ReturnType<typeof readAccount>>

const of = (id: string) => ({ path: { id } })

/** One account with its name. Throws ApiError 404 not_found. */
export async function readAccount(id: string) {
  const [account, names] = await Promise.all([
    dataOf(api.GET('/api/desk/accounts/{id}', { params: of(id) })),
    readNames({ ownerId: [id] }),
  ])
  return { ...account, name: names[0]?.name ?? '' }
}

export const endSession = (id: string, sessionId: string, reason: string) =>
  dataOf(
    api.POST('/api/desk/accounts/{id}/sessions/{sessionId}/end', {
      params: { path: { id, sessionId } },
      body: { reason },
    }),
  )

export const endSessions = (id: string, reason: string) =>
  dataOf(api.POST('/api/desk/accounts/{id}/sessions/end', { params: of(id), body: { reason } }))

/** Throws ApiError 409 own_account. */
export const blockAccount = (id: string, reason: string) =>
  dataOf(api.POST('/api/desk/accounts/{id}/block', { params: of(id), body: { reason } }))

export const unblockAccount = (id: string, reason: string) =>
  dataOf(api.POST('/api/desk/accounts/{id}/unblock', { params: of(id), body: { reason } }))

/** The name of an artist; null if there is no such artist. */
export async function readArtist(id: string) {
  const { data } = await browserClient().query({
    query: DeskArtistDocument,
    variables: { ids: [id] },
    fetchPolicy: 'no-cache',
  })
  return data?.artistsByIds[0]?.name ?? null
}

export type ArtistLink = LinkOfArtistFragment

const asStaff = (signal?: AbortSignal) =>
  ({ fetchPolicy: 'no-cache', context: { signedIn: true, fetchOptions: { signal } } }) as const

/** A page of artists with an account, A to Z. */
export async function listLinks(page: number, signal: AbortSignal) {
  const { data } = await browserClient().query({
    query: ArtistLinksDocument,
    variables: { page },
    ...asStaff(signal),
  })
  return data?.artistLinks ?? { items: [], totalCount: 0, page, pageCount: 0 }
}

/** The artists that an account is linked to or will be, by its ID or by its verified email address. */
export async function readLinks(id: string, email: string): Promise<ArtistLink[]> {
  const { data } = await browserClient().query({
    query: LinksOfAccountDocument,
    variables: { id, email, hasEmail: email !== '' },
    ...asStaff(),
  })
  const found = [...(data?.byId.items ?? []), ...(data?.byEmail?.items ?? [])]
  return [...new Map(found.map((link) => [link.artistId, link])).values()]
}

/** Links an artist to an account. Throws ApiError. */
export async function linkArtist(id: string, accountId: string) {
  try {
    await browserClient().mutate({ mutation: LinkArtistDocument, variables: { id, accountId } })
  } catch (error) {
    if (!CombinedGraphQLErrors.is(error)) throw error
    const [first] = error.errors
    const code = String(first?.extensions?.code ?? '')
    // The codes of both interfaces are the same.
    throw new ApiError(403, (code || 'unknown') as ErrorCode, first?.message ?? t.linkFailed)
  }
}
