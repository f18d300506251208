import { expect, test } from 'vitest'
import { defineFilter, oneOf, page, someOf, text } from './filter'

const filter = defineFilter({
  search: text,
  kind: oneOf(['card', 'ether'], ''),
  status: someOf(['paid', 'refunded']),
  page,
})
const none = { search: '', kind: '', status: [], page: 1 }

test.each([
  ['', none, ''],
  ['search=%20ada%20', { ...none, search: ' ada ' }, '?search=ada'],
  ['search=%20', { ...none, search: ' ' }, ''],
  [
    'search=a%2B1%40x&kind=card&page=3',
    { ...none, search: 'a+1@x', kind: 'card', page: 3 },
    '?search=a%2B1%40x&kind=card&page=3',
  ],
  [
    'status=refunded&status=lost&status=paid',
    { ...none, status: ['paid', 'refunded'] },
    '?status=paid&status=refunded',
  ],
  ['kind=other&page=-1', none, ''],
  ['page=x', none, ''],
  ['page=1000000000', none, ''],
])('the address “%s” is read and written', (address, read, written) => {
  expect(filter.of(new URLSearchParams(address))).toEqual(read)
  expect(filter.query(filter.of(new URLSearchParams(address)))).toBe(written)
})

test('parts of a filter are enough for an address', () => {
  expect(filter.query()).toBe('')
  expect(filter.query({ search: 'ada' })).toBe('?search=ada')
})
