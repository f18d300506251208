import { EditionsDocument } from '@/gen/graphql'
import { api, dataOf } from '@/lib/api/client'
import { lazyClient } from '@/lib/apollo/lazy-client'
import type { Edition, UnavailableEditions } from './live-editions'
import { historyOf } from './provenance'

/** A batch of a work's editions, starting at a number. */
export async function readEditions(slug: string, from: number): Promise<Edition[]> {
  const { data } = await (await lazyClient()).query({ query: EditionsDocument, variables: { slug, from } })
  return data?.artwork?.editions ?? []
}

/** The numbers of the editions that have a token. */
export async function readMinted(artworkId: string, signal: AbortSignal): Promise<Set<number>> {
  return new Set((await historyOf(artworkId, signal)).map(({ editionNumber }) => editionNumber))
}

/** The states of the editions that can't be bought now, by number. */
export async function readUnavailable(artworkId: string, signal: AbortSignal): Promise<UnavailableEditions> {
  const { items } = await dataOf(api.GET('/api/editions', { params: { query: { artworkId } }, signal }))
  return new Map((items ?? []).map(({ editionNumber, status }) => [editionNumber, status]))
}
