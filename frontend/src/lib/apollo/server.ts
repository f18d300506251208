import 'server-only'
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { ApolloClient, InMemoryCache, registerApolloClient } from '@apollo/client-integration-nextjs'
import { env } from '@/lib/env'
import { dataApi } from './data-api'
import { linkTo } from './link'
import { typePolicies } from './policies'

interface ReadOptions {
  /** Tags of the cached response; POST /internal/revalidate with one of them removes it. */
  tags: string[]
  /** Maximum age in seconds; 0 disables caching. Default: the setting REVALIDATE_SECONDS. */
  revalidate?: number
}

/**
 * A new client for each render. Next.js caches the responses, so the client doesn't normalize them: for a listing of 27 artworks that
 * takes over ten times as long as the rest of the read, and nothing on the server uses the normalized cache.
 */
const { getClient } = registerApolloClient(
  () =>
    new ApolloClient({
      link: linkTo({
        ...dataApi(),
        log: (entry) => console.error(JSON.stringify({ level: 'error', msg: entry.message, ...entry })),
      }),
      cache: new InMemoryCache({ typePolicies }),
      queryDeduplication: true,
      defaultOptions: { query: { fetchPolicy: 'no-cache' } },
    }),
)

/**
 * Reads from the data API in server components and route handlers. Next.js caches the response across visitors under its tags.
 * Throws what `linkTo` lists; pages let it reach error.tsx.
 */
export async function read<Result, Variables extends OperationVariables>(
  query: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  { tags, revalidate = env().REVALIDATE_SECONDS }: ReadOptions,
): Promise<Result> {
  const { data } = await getClient().query<Result, OperationVariables>({
    query,
    variables,
    context: { fetchOptions: { next: { tags, revalidate } } },
  })
  return data as Result
}
