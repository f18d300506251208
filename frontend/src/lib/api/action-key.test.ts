import { expect, test } from 'vitest'
import { actionKey } from './action-key'
import { ApiError, NetworkError } from './error'

test.each([
  ['a lost reply', new NetworkError('gone')],
  ['a response that was too late for the gateway', new ApiError(504, 'unavailable', 'Late.')],
  ['a first try that is still under way', new ApiError(409, 'request_in_flight', 'Running.')],
])('after %s the key stays, as long as the same is asked', (_, error) => {
  const key = actionKey()
  const first = key.of('card', 'c1', { billingCountry: 'DE' })
  key.end(error)
  expect(key.of('card', 'c1', { billingCountry: 'DE' })).toBe(first)
  key.end(error)
  const changed = key.of('card', 'c1', { billingCountry: 'FR' })
  expect(changed).not.toBe(first)
})

test.each([
  ['a response', undefined],
  ['a refusal', new ApiError(409, 'quote_active', 'No.')],
  ['a wallet that declined', new Error('declined')],
])('after %s the next press is another action', (_, error) => {
  const key = actionKey()
  const first = key.of('card')
  key.end(error)
  expect(key.of('card')).not.toBe(first)
})
