import type { TypedDocumentString } from '@/gen/graphql'
import { bodyOf, dataOf } from './graphql-body'
import { send } from './http'

/** A public query of the data API from the browser. Problems are logged; the caller shows the page without the answer. */
export async function query<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const { name, body } = bodyOf(document, variables)
  const response = await send(
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
    },
    { repeatable: true },
  )
  return dataOf(response, name, ({ message, extensions }) =>
    console.error('The data API says', message, extensions),
  )
}
