// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterForm } from './filter-form'

const browser = vi.hoisted(() => ({ params: new URLSearchParams(), push: vi.fn() }))
vi.mock('next/navigation', () => ({
  usePathname: () => '/en/artworks/',
  useRouter: () => browser,
  useSearchParams: () => browser.params,
}))

beforeEach(() => {
  browser.params = new URLSearchParams()
  browser.push.mockReset()
})
afterEach(cleanup)

const form = () => (
  <FilterForm label="Search artworks">
    <input name="search" type="search" aria-label="Search" />
    <select name="sort" aria-label="Sort by">
      <option value="">{browser.params.get('search') ? 'Relevance' : 'Newest'}</option>
      <option value="title">Title</option>
    </select>
    <select name="price" aria-label="Price">
      <option value="">All</option>
      <option value="100-500">$100 to $500</option>
      <option value="-">Other</option>
    </select>
    <input data-range="price" aria-label="From" />
    <input data-range="price" aria-label="To" />
    <input type="radio" name="category" value="" aria-label="All" />
    <input type="radio" name="category" value="film" aria-label="Film" />
    <button type="submit">Search</button>
  </FilterForm>
)
const field = (name: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(name)

/** The last page that the form requested. */
function arrive(rerender: (ui: React.ReactNode) => void) {
  const address: string = browser.push.mock.lastCall![0]
  browser.params = new URLSearchParams(address.split('?')[1])
  rerender(form())
  return address
}

test('a search leaves the default order out of its address, and shows the one that it has', async () => {
  const { rerender } = render(form())
  await userEvent.type(field('Search'), 'tide{Enter}')
  expect(arrive(rerender)).toBe('/en/artworks/?search=tide')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').selectedOptions[0]?.text).toBe('Relevance')
})

test('an order that an old address names as the default is left out at the next step', async () => {
  browser.params = new URLSearchParams('sort=newest')
  const { rerender } = render(form())
  await userEvent.type(field('Search'), 'tide{Enter}')
  expect(arrive(rerender)).toBe('/en/artworks/?search=tide')
})

test('a reversed range is swapped and applied', async () => {
  const { rerender } = render(form())
  await userEvent.type(field('From'), '700')
  await userEvent.type(field('To'), '200{Enter}')
  expect(arrive(rerender)).toBe('/en/artworks/?price=200-700')
  expect([field('From').value, field('To').value]).toEqual(['200', '700'])
})

test('a range from a choice stays complete at the next step', async () => {
  const { rerender } = render(form())
  await userEvent.type(field('From'), '100')
  await userEvent.type(field('To'), '500{Enter}')
  expect(arrive(rerender)).toBe('/en/artworks/?price=100-500')
  await userEvent.selectOptions(field('Sort by'), 'title')
  expect(arrive(rerender)).toBe('/en/artworks/?price=100-500&sort=title')
})

test('another range is typed once it is chosen, and shown when the address has one', async () => {
  const { rerender } = render(form())
  await userEvent.selectOptions(field('Price'), '-')
  expect(browser.push).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field('From'))
  await userEvent.keyboard('7{Enter}')
  expect(arrive(rerender)).toBe('/en/artworks/?price=7-')
  expect([field('Price').value, field('From').value]).toEqual(['-', '7'])
  // A field in which somebody types keeps its text.
  field('Search').focus()
  browser.params = new URLSearchParams('price=100-500')
  rerender(form())
  expect([field('Price').value, field('From').value]).toEqual(['100-500', ''])
})

test('a choice replaces what was typed', async () => {
  const { rerender } = render(form())
  await userEvent.type(field('From'), '7{Enter}')
  arrive(rerender)
  await userEvent.selectOptions(field('Price'), '100-500')
  expect(arrive(rerender)).toBe('/en/artworks/?price=100-500')
  expect([field('From').value, field('To').value]).toEqual(['', ''])
})

test('a choice of a line applies immediately and follows the address', async () => {
  const { rerender } = render(form())
  const film = screen.getByRole<HTMLInputElement>('radio', { name: 'Film' })
  await userEvent.click(film)
  expect(arrive(rerender)).toBe('/en/artworks/?category=film')
  browser.params = new URLSearchParams()
  rerender(form())
  expect(film.checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true)
})

test('going back before the new address is rendered resets the fields', async () => {
  render(form())
  await userEvent.selectOptions(field('Sort by'), 'title')
  expect(browser.push).toHaveBeenCalledWith('/en/artworks/?sort=title', { scroll: false })
  fireEvent.popState(window)
  expect(field('Sort by').value).toBe('')
})

/** The form as the server sent it, changed by the visitor before it is hydrated. */
function hydrateAfter(visit: () => void) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(form())
  visit()
  return render(form(), { container, hydrate: true })
}

test('a text typed before hydration stays, and waits until it is submitted', async () => {
  hydrateAfter(() => {
    field('Search').value = 'tide'
    field('From').value = '100'
  })
  expect([field('Search').value, field('From').value]).toEqual(['tide', '100'])
  expect(browser.push).not.toHaveBeenCalled()
  await userEvent.type(field('Search'), '{Enter}')
  expect(browser.push).toHaveBeenCalledWith('/en/artworks/?search=tide&price=100-', { scroll: false })
})

test.each([
  ['a category', () => field('Film').click(), '/en/artworks/?category=film'],
  [
    'an order',
    () => fireEvent.change(field('Sort by'), { target: { value: 'title' } }),
    '/en/artworks/?sort=title',
  ],
])('%s chosen before hydration applies', async (_, choose, address) => {
  hydrateAfter(choose)
  await vi.waitFor(() => expect(browser.push).toHaveBeenCalledExactlyOnceWith(address, { scroll: false }))
})

test('fields that nobody touched follow the address', () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(form())
  browser.params = new URLSearchParams('category=film&price=100-500')
  render(form(), { container, hydrate: true })
  expect(field('Price').value).toBe('100-500')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Film' }).checked).toBe(true)
  expect(browser.push).not.toHaveBeenCalled()
})
