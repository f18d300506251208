import { expect, test } from 'vitest'
import { isOwnRequest, ownAddress, processSecret, secretHeader } from './loopback'

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOSTNAME: '0.0.0.0', PORT: '3100' }, 'http://127.0.0.1:3100'],
  [{ HOSTNAME: '::', PORT: '3100' }, 'http://[::1]:3100'],
  [{ HOSTNAME: '10.1.2.3' }, 'http://10.1.2.3:3000'],
])('%j listens at %s', (env, address) => {
  expect(ownAddress(env)).toBe(address)
})

test('a request needs the secret of this process', () => {
  expect(isOwnRequest(new Headers({ [secretHeader]: processSecret() }))).toBe(true)
  expect(isOwnRequest(new Headers({ [secretHeader]: 'x'.repeat(64) }))).toBe(false)
  expect(isOwnRequest(new Headers({ [secretHeader]: '' }))).toBe(false)
  expect(isOwnRequest(new Headers())).toBe(false)
})
