import { expect, test } from 'vitest'
import { accountsHref, labelOf, stateOf } from './accounts-model'

const plain = { blocked: false, disabled: false, email: 'ada@example.org', emailVerified: true }

test.each([
  ['Active', plain],
  ['Email not verified', { ...plain, emailVerified: false }],
  ['Active', { ...plain, email: '', emailVerified: false }],
  ['Disabled by the login service', { ...plain, disabled: true, emailVerified: false }],
  ['Blocked', { ...plain, blocked: true, disabled: true }],
])('the state is %s', (state, account) => expect(stateOf(account)).toBe(state))

test('an account is named by its address, its wallet or its number', () => {
  const wallets = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed']
  expect(labelOf({ id: 'a1', email: 'ada@example.org', wallets })).toBe('ada@example.org')
  expect(labelOf({ id: 'a1', email: '', wallets })).toBe('0x5aAe…eAed')
  expect(labelOf({ id: 'a1', email: '', wallets: [] })).toBe('a1')
})

test('the address has the search', () => {
  expect(accountsHref('en', ' ada@x ')).toBe('/en/profile/desk/accounts/?search=ada%40x')
  expect(accountsHref('en', ' ')).toBe('/en/profile/desk/accounts/')
})
