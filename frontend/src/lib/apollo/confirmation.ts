import { ApolloLink } from '@apollo/client'
import { isMutationOperation } from '@apollo/client/utilities'
import { defer, firstValueFrom } from 'rxjs'
import { ApiError, type ErrorCode } from '@/lib/api/error'
import { needsStepUp, steppedUp } from '@/lib/session/step-up'

/** The refusal as the REST API makes it: the codes of both interfaces are the same. */
function refusalOf({ errors }: ApolloLink.Result): ApiError | undefined {
  const [first] = errors ?? []
  if (first) return new ApiError(403, String(first.extensions?.code) as ErrorCode, first.message)
}

/**
 * Sends a mutation. If the server first wants to know that it is really them, the person confirms and the mutation is sent again, while
 * the page stays as it is. Without a confirmation the result is the server's refusal.
 */
async function confirmed(send: () => Promise<ApolloLink.Result>): Promise<ApolloLink.Result> {
  let result: ApolloLink.Result | undefined
  try {
    return await steppedUp(async () => {
      result = await send()
      const refusal = refusalOf(result)
      if (needsStepUp(refusal)) throw refusal
      return result
    })
  } catch (error) {
    if (result && needsStepUp(error)) return result
    throw error
  }
}

/** Lets mutations wait for a step-up. It belongs before the link that sets the access token: a confirmation may bring another one. */
export const confirmation = new ApolloLink((operation, forward) =>
  isMutationOperation(operation.query)
    ? defer(() => confirmed(() => firstValueFrom(forward(operation))))
    : forward(operation),
)
