import { ArtworksByIdsDocument, type ArtworksByIdsQuery } from '@/gen/graphql'
import { api, dataOf, idempotent } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { lazyClient } from '@/lib/apollo/lazy-client'
import { collectionPollSeconds, siteConfig } from '@/lib/config'
import type { Recipient } from '@/lib/wallet/use-recipient'
import { chunks } from './model'

/** A page of the data API. */
const pageSize = 27

export const readCollection = async () => (await dataOf(api.GET('/api/collection'))).items ?? []

export const readWithdrawals = async () => (await dataOf(api.GET('/api/withdrawals'))).items ?? []

/** A single approval decides about all tokens. Of several, those that can't be withdrawn now are left out, with the reason. */
export const requestWithdrawal = (tokenIds: string[], { address, name }: Recipient, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/withdrawals', {
      body: { tokenIds, to: address, name },
      headers: idempotent(idempotencyKey),
    }),
  )

/** Stops a withdrawal, or all of a batch that aren't sent yet. */
export const cancelWithdrawal = (id: string) =>
  dataOf(api.DELETE('/api/withdrawals/{id}', { params: { path: { id } } }))

/** A short-lived URL of the original file, or null for a work without one. */
export async function originalOf(tokenId: string): Promise<string | null> {
  try {
    return (await dataOf(api.GET('/api/tokens/{tokenId}/original', { params: { path: { tokenId } } }))).url
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export type ArtworkFace = ArtworksByIdsQuery['artworks']['items'][number]

/** The artworks of tokens, by id. The collection shows only titles if this fails. */
export async function readArtworks(ids: string[]): Promise<Map<string, ArtworkFace>> {
  const client = await lazyClient()
  const pages = await Promise.all(
    chunks(ids, pageSize).map((some) =>
      client.query({ query: ArtworksByIdsDocument, variables: { ids: some } }),
    ),
  )
  return new Map(
    pages.flatMap(({ data }) => data?.artworks.items ?? []).map((artwork) => [artwork.id, artwork]),
  )
}

/** Seconds between two reads while a token is being minted or withdrawn. */
export const pollSeconds = () =>
  siteConfig().then(
    ({ collection }) => collection.pollSeconds,
    () => collectionPollSeconds,
  )
