// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer } from './announcer'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/en/artworks/')
  document.title = 'Artworks | Vitrine'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const said = () => screen.queryByText(/^Navigated to/)?.textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const go = (path: string) => window.history.pushState(null, '', path)

test('another page of the same list is announced by its title, however late that changes', async () => {
  render(<Announcer />)
  await pass(1000)
  expect(said()).toBeUndefined()
  go('/en/artworks/?page=2')
  await pass(1000)
  expect(said()).toBeUndefined()
  document.title = 'Artworks, page 2 | Vitrine'
  await pass(100)
  expect(said()).toBe('Navigated to Artworks, page 2 | Vitrine')
  go('/en/artworks/')
  document.title = 'Artworks | Vitrine'
  await pass(100)
  expect(said()).toBe('Navigated to Artworks | Vitrine')
})

test('a page whose title is missing for a while is announced once it has one', async () => {
  render(<Announcer />)
  go('/en/drops/')
  document.title = ''
  await pass(1000)
  expect(said()).toBeUndefined()
  document.title = 'Drops | Vitrine'
  await pass(100)
  expect(said()).toBe('Navigated to Drops | Vitrine')
})

test('a filter keeps the title: the count that it changes is announced by its own region', async () => {
  render(<Announcer />)
  go('/en/artworks/?reduced=1')
  document.head.append(document.createElement('link'))
  await pass(1000)
  expect(said()).toBeUndefined()
})

test('a title that comes late to the first page is no navigation', async () => {
  document.title = ''
  render(<Announcer />)
  document.title = 'Artworks | Vitrine'
  await pass(1000)
  expect(said()).toBeUndefined()
})

test('the framework is silent', async () => {
  const other = document.body.appendChild(document.createElement('next-route-announcer'))
  render(<Announcer />)
  expect(other.hidden).toBe(true)
})
