import { EditionFilmsDocument, type EditionFilmsQuery } from '@/gen/graphql'
import { lazyClient } from '@/lib/apollo/lazy-client'
import { chunks } from './model'

export type Film = EditionFilmsQuery['editionFilms'][number]

/** The maximum number of tokens per request. */
const most = 100

/** The films of the tokens that have one, by token. */
export async function readFilms(tokenIds: string[]): Promise<Map<string, Film>> {
  const client = await lazyClient()
  const pages = await Promise.all(
    chunks(tokenIds, most).map((ids) =>
      client.query({ query: EditionFilmsDocument, variables: { ids }, fetchPolicy: 'no-cache' }),
    ),
  )
  return new Map(pages.flatMap(({ data }) => data?.editionFilms ?? []).map((film) => [film.tokenId, film]))
}
