// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Pager } from './pager'

afterEach(cleanup)

test('a list of one page has no buttons', () => {
  render(<Pager label="Pages" page={1} pageCount={1} before="Newer" after="Older" onPage={vi.fn()} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a button at the end of a list can keep the focus, and does nothing', () => {
  const onPage = vi.fn()
  render(<Pager label="Pages" page={2} pageCount={2} before="Newer" after="Older" onPage={onPage} />)
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  const older = screen.getByRole('button', { name: 'Older' })
  older.focus()
  fireEvent.click(older)
  expect(onPage).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(older)
  expect(older.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }))
  expect(onPage.mock.calls).toEqual([[1]])
})
