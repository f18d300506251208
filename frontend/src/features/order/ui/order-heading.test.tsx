// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useShownOrder } from '../shown'
import { OrderHeading } from './order-heading'

afterEach(cleanup)

const id = '0199a7c0-0000-7000-8000-00001234abcd'
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('the heading is the number of the order until its work is known, as in the tab', () => {
  render(<OrderHeading id={id} />)
  expect(heading()).toBe('Order 1234abcd')
  act(() => useShownOrder.setState({ id, name: 'Peat Fire, from Above, 1/100' }))
  expect(heading()).toBe('Peat Fire, from Above, 1/100')
  expect(document.title).toBe('Peat Fire, from Above, 1/100 | Vitrine')
})

test('the work of another order is not shown', () => {
  useShownOrder.setState({ id: 'another', name: 'Gyre' })
  render(<OrderHeading id={id} />)
  expect(heading()).toBe('Order 1234abcd')
})
