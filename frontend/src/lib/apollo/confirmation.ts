import { ApolloLink } from '@apollo/client'
import { isMutationOperation } from '@apollo/client/utilities'
import { defer, firstValueFrom } from 'rxjs'
import { ApiError, type ErrorCode } from '@/lib/api/error'
import { needsStepUp, steppedUp } from '@/lib/session/step-up'

/** The error in the REST API's form; both interfaces have the same codes. */
function refusalOf({ errors }: ApolloLink.Result): ApiError | undefined {
  const [first] = errors ?? []
  if (first) return new ApiError(403, String(first.extensions?.code) as ErrorCode, first.message)
}

/**
 * Sends a mutation. If the server requests a step-up, the person confirms and the mutation is sent again, while
 * the page doesn't change. Without a confirmation, the result is the server's error.
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

/** Lets mutations wait for a step-up. Put it before the link that sets the access token, because a confirmation may create a new one. */
export const confirmation = new ApolloLink((operation, forward) =>
  isMutationOperation(operation.query)
    ? defer(() => confirmed(() => firstValueFrom(forward(operation))))
    : forward(operation),
)
