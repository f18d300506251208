import {
  ApolloClient,
  ApolloLink,
  InMemoryCache,
  onlineSource,
  RefetchEventManager,
  windowFocusSource,
} from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { isMutationOperation } from '@apollo/client/utilities'
import { freshToken } from '@/lib/session/session'
import { tokensNow } from '@/lib/session/store'
import { confirmation } from './confirmation'
import { linkTo } from './link'
import { typePolicies } from './policies'

/**
 * Queries are anonymous, because their results are the same for everyone. Mutations have the caller's access token, and so do queries
 * of staff, whose context contains `signedIn`.
 */
const authorization = new SetContextLink(async ({ headers, signedIn }, { query }) => {
  if (!signedIn && !isMutationOperation(query)) return {}
  await freshToken()
  const token = tokensNow().accessToken
  return token ? { headers: { ...headers, authorization: `Bearer ${token}` } } : {}
})

let client: ApolloClient | undefined

/**
 * The browser's client. Import it only from modules that are loaded on demand, because with it a page would exceed the size limit of its
 * first load.
 */
export function browserClient(): ApolloClient {
  client ??= new ApolloClient({
    link: ApolloLink.from([
      confirmation,
      authorization,
      linkTo({
        uri: '/graphql',
        log: ({ message, ...details }) => console.error('GraphQL error', message, details),
      }),
    ]),
    cache: new InMemoryCache({ typePolicies }),
    queryDeduplication: true,
    // Only a query that opts in is sent again when the page becomes visible or the network returns.
    refetchEventManager: new RefetchEventManager({
      sources: { windowFocus: windowFocusSource, online: onlineSource },
    }),
    defaultOptions: { watchQuery: { refetchOn: false } },
  })
  return client
}
