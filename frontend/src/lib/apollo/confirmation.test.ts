import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { of, throwError } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useStepUp } from '@/lib/session/step-up'
import { confirmation } from './confirmation'

const publish = gql`mutation Publish($slug: String!) { publishPost(slug: $slug) { slug } }`
const posts = gql`query Posts { posts { page } }`

const refused = (code: string): ApolloLink.Result => ({
  data: null,
  errors: [{ message: 'confirm it’s you', extensions: { code } }],
})
const done: ApolloLink.Result = { data: { publishPost: { __typename: 'Post', slug: 'a-1' } } }

/** What the server returns next, and what was sent. */
let results: (ApolloLink.Result | Error)[] = []
let sent: unknown[] = []
/** The confirmations that were requested, and whether the person gives them. */
let asked: string[] = []
let willing: boolean[] = []
let stop: () => void

beforeEach(() => {
  results = []
  sent = []
  asked = []
  willing = []
  stop = useStepUp.subscribe(({ need, answer }) => {
    if (!need) return
    asked.push(need)
    queueMicrotask(() => answer(willing.shift() ?? false))
  })
})
afterEach(() => stop())

const client = new ApolloClient({
  link: ApolloLink.from([
    confirmation,
    new ApolloLink(({ variables }) => {
      sent.push(variables)
      const next = results.shift()!
      return next instanceof Error ? throwError(() => next) : of(next)
    }),
  ]),
  cache: new InMemoryCache(),
})
const mutate = () => client.mutate({ mutation: publish, variables: { slug: 'a-1' } })

test('a mutation is sent again, as it was, after a login and a passkey', async () => {
  results = [refused('recent_login_required'), refused('passkey_required'), done]
  willing = [true, true]
  expect((await mutate()).data).toEqual(done.data)
  expect(asked).toEqual(['login', 'passkey'])
  expect(sent).toEqual([{ slug: 'a-1' }, { slug: 'a-1' }, { slug: 'a-1' }])
})

test('without a confirmation the mutation fails with the refusal of the server', async () => {
  results = [refused('passkey_required')]
  const error = await mutate().catch((error: unknown) => error)
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code).toBe('passkey_required')
  expect(asked).toEqual(['passkey'])
  expect(sent).toHaveLength(1)
})

test.each(['forbidden', 'BAD_USER_INPUT'])('%s asks for nothing', async (code) => {
  results = [refused(code)]
  await expect(mutate()).rejects.toThrow()
  expect(asked).toEqual([])
  expect(sent).toHaveLength(1)
})

test('a lost connection is passed on', async () => {
  results = [new TypeError('Failed to fetch')]
  await expect(mutate()).rejects.toThrow('Failed to fetch')
  expect(asked).toEqual([])
})

test('a query never asks for a confirmation', async () => {
  results = [refused('recent_login_required')]
  await expect(client.query({ query: posts })).rejects.toThrow()
  expect(asked).toEqual([])
})
