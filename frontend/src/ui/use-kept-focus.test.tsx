// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useKeptFocus } from './use-kept-focus'

afterEach(cleanup)

function Question() {
  const [asking, setAsking] = useState(false)
  const part = useKeptFocus<HTMLDivElement>(asking)
  return (
    <>
      <input aria-label="Elsewhere" />
      <div ref={part}>
        {asking ? (
          <p>
            <button type="button" onClick={() => setAsking(false)}>
              Yes
            </button>
          </p>
        ) : (
          <button type="button" onClick={() => setAsking(true)}>
            Delete
          </button>
        )}
      </div>
    </>
  )
}

test('the focus follows controls that are replaced, and stays where it is otherwise', () => {
  render(<Question />)
  expect(document.activeElement).toBe(document.body)
  const press = (name: string) => {
    screen.getByRole('button', { name }).focus()
    fireEvent.click(screen.getByRole('button', { name }))
  }
  press('Delete')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Yes' }))
  press('Yes')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }))
  screen.getByRole('textbox').focus()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
