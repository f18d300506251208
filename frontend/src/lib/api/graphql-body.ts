import type { TypedDocumentString } from '@/gen/graphql'
import { DataError, type DataProblem } from './data-error'

/** What a request of the data API holds: its JSON, and the operation's name for whoever logs. */
export function bodyOf<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): { name: string; body: string } {
  const query = document.toString()
  const operationName = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1]
  return { name: operationName ?? 'query', body: JSON.stringify({ operationName, variables, query }) }
}

/** The data of an answer with a 2xx status. Throws DataError; `log` is told of each error that the answer lists. */
export async function dataOf<Result>(
  response: Response,
  name: string,
  log: (problem: DataProblem) => void,
): Promise<Result> {
  let reply: { data?: Result | null; errors?: DataProblem[] }
  try {
    reply = (await response.json()) as typeof reply
  } catch {
    throw new DataError(`${name}: the data API's answer is not JSON`)
  }
  if (reply.errors?.length) {
    for (const problem of reply.errors) log(problem)
    throw new DataError(`${name}: ${reply.errors.map(({ message }) => message).join('; ')}`, reply.errors)
  }
  if (!reply.data) throw new DataError(`${name}: the data API answered neither data nor errors`)
  return reply.data
}
