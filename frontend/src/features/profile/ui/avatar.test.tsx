// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../model'
import { Avatar } from './avatar'

beforeEach(() => {
  URL.createObjectURL = () => 'blob:portrait'
  URL.revokeObjectURL = () => undefined
})
afterEach(cleanup)

const show = (avatar: object | null = null) =>
  render(
    <Avatar
      profile={{ avatar, firstName: 'Ada', lastName: 'Lovelace' } as unknown as Profile}
      onSaved={vi.fn()}
    />,
  )
const choose = (name: RegExp, type: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { files: [new File(['x'], 'me', { type })] } })

test('a chosen portrait is shown before it is stored, and initials before that', () => {
  show()
  expect(screen.getByText('AL')).toBeTruthy()
  choose(/^Choose a portrait$/, 'image/png')
  expect(screen.getByAltText('The portrait you chose').getAttribute('src')).toBe('blob:portrait')
  expect(screen.getByRole('button', { name: 'Use this portrait' })).toBeTruthy()
  expect(screen.getByLabelText('Replace the portrait')).toBeTruthy()
})

test('a file that isn’t a picture is refused, with an error at its field', () => {
  show({ url: '/me.webp' })
  choose(/^Replace the portrait$/, 'text/plain')
  expect(screen.getByRole('alert').textContent).toBe('Choose a PNG, JPEG, GIF or WebP picture.')
  expect(screen.queryByRole('button', { name: 'Use this portrait' })).toBeNull()
  const input = screen.getByLabelText('Replace the portrait')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const described = input.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'PNG, JPEG, GIF or WebP, at most 5 MB.',
    'Choose a PNG, JPEG, GIF or WebP picture.',
  ])
})
