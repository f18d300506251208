import { EditionsDocument } from '@/gen/graphql'
import { query } from '@/lib/api/query'
import type { Edition } from './live-editions'
import { historyOf } from './provenance'

/** Editions of a work, those that are asked for together, from a number on. */
export async function readEditions(slug: string, from: number): Promise<Edition[]> {
  return (await query(EditionsDocument, { slug, from })).artwork?.editions ?? []
}

/** Which editions have a token. */
export async function readMinted(artworkId: string, signal: AbortSignal): Promise<Set<number>> {
  return new Set((await historyOf(artworkId, signal)).map(({ editionNumber }) => editionNumber))
}
