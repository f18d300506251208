import { expect, test } from 'vitest'
import { addressIn } from './contact'

test.each([
  ['We read every email: **support@example.org**. On working days', 'support@example.org'],
  [
    'Write to [us](mailto:shop.help+art@gallery.example.com), or @gallery',
    'shop.help+art@gallery.example.com',
  ],
  ['Call us. There is no address, only user@localhost', null],
  ['', null],
])('the address in %j is %s', (text, address) => {
  expect(addressIn(text)).toBe(address)
})
