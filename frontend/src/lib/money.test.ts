import { describe, expect, test } from 'vitest'
import { decimal, formatEther, formatMoney, parseMajor, toWei } from './money'

const usd = (amount: string) => ({ amount, currency: 'USD' })

test.each([
  ['125000', '$1,250'],
  ['125050', '$1,250.50'],
  ['5', '$0.05'],
  ['0', '$0'],
  ['900719925474099301', '$9,007,199,254,740,993.01'],
])('%s minor units are %s', (amount, want) => {
  expect(formatMoney(usd(amount))).toBe(want)
})

test('a currency without minor units', () => {
  expect(formatMoney({ amount: '1250', currency: 'JPY' })).toBe('¥1,250')
})

describe('parseMajor', () => {
  test.each([
    ['1,250.5', 125050n],
    ['100', 10000n],
    ['0.05', 5n],
    ['1.005', null],
    ['-1', null],
    ['', null],
    ['1e3', null],
  ])('%s', (text, want) => {
    expect(parseMajor(text, 'USD')).toBe(want)
  })
})

test('decimals are exact', () => {
  expect(decimal(-5n, 2)).toBe('-0.05')
  expect(decimal(7n, 0)).toBe('7')
})

test('ether is cut, never rounded up, and loses idle zeros', () => {
  expect(formatEther('483299999999999999', 4)).toBe('0.4832 ETH')
  expect(formatEther(10n ** 18n, 6)).toBe('1 ETH')
  expect(formatEther('100000000000000000000', 6)).toBe('100 ETH')
  expect(formatEther('1500000000000000000', 4, 'xDAI')).toBe('1.5 xDAI')
})

test.each([
  ['1306600000000000000', '1.31 ETH'],
  ['140000000000000000', '0.14 ETH'],
  ['41999999999999', '0.000042 ETH'],
  ['12345678900000000000000', '12,300 ETH'],
  ['0', '0 ETH'],
])('about %s wei are %s', (wei, words) => {
  expect(formatEther(wei)).toBe(words)
})

test('dollars in wei', () => {
  expect(toWei('250000', 'USD', '2500')).toBe(10n ** 18n)
  expect(toWei('312055', 'USD', '3120.55')).toBe(10n ** 18n)
  expect(toWei('1', 'EUR', '2500')).toBeNull()
  expect(toWei('1', 'USD', '0')).toBeNull()
  expect(toWei('1', 'USD', 'abc')).toBeNull()
})
