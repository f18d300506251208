// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EditionSeed } from './edition-seed'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const editions = {
  artworkId: '55',
  slug: 'anticline-55',
  size: 3,
  first: [1, 2, 3].map((number) => ({ number, hash: hash(String(number)) })),
}

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

test('the seed of the edition that the address names is shown whole, with its token', () => {
  history.replaceState(null, '', '?edition=2')
  render(<EditionSeed editions={editions} proven varying={[]} />)
  expect(screen.getByText(hash('2'))).toBeTruthy()
  expect(screen.getByText('55000002')).toBeTruthy()
  expect(
    screen.getByText(/^Edition 2 is drawn from its seed.* in every browser and every time\.$/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the seed' })).toBeTruthy()
})

test('a work that is not proven repeatable does not claim to be', () => {
  render(<EditionSeed editions={{ ...editions, size: 1 }} proven={false} varying={[]} />)
  expect(screen.getByText(hash('1'))).toBeTruthy()
  expect(screen.getByText(/isn’t proven for this work\.$/)).toBeTruthy()
  expect(screen.queryByText(/in every browser/)).toBeNull()
})
