import type { TypedDocumentString } from '@/gen/graphql'
import { send } from './http'

/** A public query of the data API from the browser. Problems are logged; the caller shows the page without the answer. */
export async function query<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const text = document.toString()
  const response = await send(
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ operationName: /\bquery\s+(\w+)/.exec(text)?.[1], variables, query: text }),
    },
    { repeatable: true },
  )
  const reply = (await response.json()) as {
    data?: Result
    errors?: { message: string; extensions?: { code?: string; logCode?: string } }[]
  }
  for (const { message, extensions } of reply.errors ?? [])
    console.error('The data API says', message, extensions)
  if (!reply.data || reply.errors?.length)
    throw new Error(reply.errors?.[0]?.message ?? 'The data API answered nothing')
  return reply.data
}
