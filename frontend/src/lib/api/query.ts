import type { TypedDocumentString } from '@/gen/graphql'
import { DataError, type DataProblem } from './data-error'
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
  let reply: { data?: Result | null; errors?: DataProblem[] }
  try {
    reply = (await response.json()) as typeof reply
  } catch {
    throw new DataError("The data API's answer is not JSON")
  }
  if (reply.errors?.length) {
    for (const { message, extensions } of reply.errors)
      console.error('The data API says', message, extensions)
    throw new DataError(reply.errors.map(({ message }) => message).join('; '), reply.errors)
  }
  if (!reply.data) throw new DataError('The data API answered neither data nor errors')
  return reply.data
}
