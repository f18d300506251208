import 'server-only'
import type { TypedDocumentString } from '@/gen/graphql'
import { DataError } from './api/data-error'
import { bodyOf, dataOf } from './api/graphql-body'
import { env } from './env'

interface ReadOptions {
  /** Facts that make the answer stale; POST /internal/revalidate names them. */
  tags: string[]
  /** Seconds; 0 asks every time. Default: the setting REVALIDATE_SECONDS. */
  revalidate?: number
}

const retries = 3

async function ask(url: string, init: RequestInit & { next: object }, name: string): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(url, init)
      if (response.status < 500 || attempt === retries) return response
    } catch (error) {
      if (attempt === retries)
        throw new DataError(`${name}: the data API is not reachable (${(error as Error).message})`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
  }
}

/** Marks a read as the site's own: it is many visitors' at once, and not counted as one caller's. */
function ours(): Record<string, string> {
  const key = env().REVALIDATE_KEY
  return key ? { 'vitrine-site': key } : {}
}

/**
 * A read of the data API for server components: typed by its document, cached, revalidated by tags. Throws DataError, which
 * pages let reach error.tsx.
 */
export async function read<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { tags, revalidate = env().REVALIDATE_SECONDS }: ReadOptions,
): Promise<Result> {
  const { name, body } = bodyOf(document, variables)
  const response = await ask(
    `${env().GATEWAY_URL.replace(/\/$/, '')}/graphql`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...ours() },
      body,
      next: { tags, revalidate },
    },
    name,
  )
  if (!response.ok)
    throw new DataError(`${name}: Response not successful: Received status code ${response.status}`)
  return dataOf(response, name, ({ message, extensions }) =>
    console.error(JSON.stringify({ level: 'error', msg: message, operation: name, ...extensions })),
  )
}
