import { ApolloLink, ServerError, ServerParseError } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ErrorLink } from '@apollo/client/link/error'
import { BaseHttpLink } from '@apollo/client/link/http'
import { RetryLink } from '@apollo/client/link/retry'
import { isMutationOperation } from '@apollo/client/utilities'
import { map } from 'rxjs'

/** Milliseconds before the first retry; each later delay is twice as long. */
const firstDelay = 250
/** Seconds. If a server requests a longer wait, the operation isn't retried. */
const longestWait = 10

/** The log entry of a failed operation. `logCode` and `code` come from the error's extensions. */
export interface Logged {
  operation: string
  message: string
  code?: string
  logCode?: string
}

interface LinkOptions {
  /** The address of the data API. */
  uri: string
  headers?: Record<string, string>
  /** Retries of a query after its first attempt; 3 by default. */
  retries?: number
  /** Called for each error of an operation that finally failed. */
  log: (entry: Logged) => void
}

const retryAfter = (error: unknown) =>
  ServerError.is(error) ? Number(error.response.headers.get('retry-after')) || 0 : 0

/** Whether another attempt may help: the server couldn't be reached, or it failed. Mutations are sent once. */
function mayRetry(error: unknown) {
  if (ServerParseError.is(error)) return false
  if (!ServerError.is(error)) return true
  return error.statusCode >= 500 && retryAfter(error) <= longestWait
}

/**
 * The chain from an operation to the data API: log, retry, check, send. A result is data without errors; everything else is
 * an error, which Apollo throws:
 *
 * - CombinedGraphQLErrors: the reply lists errors.
 * - ServerError: the status is 300 or above, or the reply has neither data nor errors.
 * - ServerParseError: the reply isn't JSON.
 * - anything else: the server couldn't be reached.
 */
export function linkTo({ uri, headers, retries = 3, log }: LinkOptions): ApolloLink {
  return ApolloLink.from([
    new ErrorLink(({ error, operation: { operationName: operation = 'unnamed' } }) => {
      const problems = CombinedGraphQLErrors.is(error) ? error.errors : [error]
      for (const problem of problems) {
        const extensions = 'extensions' in problem ? problem.extensions : undefined
        log({ operation, message: problem.message, ...textsOf(extensions) })
      }
    }),
    new RetryLink({
      attempts: (attempt, operation, error) =>
        attempt <= retries && !isMutationOperation(operation.query) && mayRetry(error),
      delay: (attempt, _operation, error) =>
        retryAfter(error) * 1000 || firstDelay * 2 ** (attempt - 1) * (0.75 + Math.random() / 2),
    }),
    new ApolloLink((operation, forward) =>
      forward(operation).pipe(
        map((result) => {
          if (result.data || result.errors?.length) return result
          const { response } = operation.getContext()
          throw new ServerError(`${operation.operationName}: The reply has neither data nor errors`, {
            response: response as Response,
            bodyText: JSON.stringify(result),
          })
        }),
      ),
    ),
    // A failed request then has its own status, instead of a list of errors with any status.
    new BaseHttpLink({ uri, headers: { accept: 'application/json', ...headers } }),
  ])
}

function textsOf(extensions: Record<string, unknown> = {}): Pick<Logged, 'code' | 'logCode'> {
  const { code, logCode } = extensions
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof logCode === 'string' && { logCode }),
  }
}
