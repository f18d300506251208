// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveWork } from './live-work'

const edition = (number: number) => ({ number, hash: `0x${String(number).padStart(64, '0')}` })

vi.mock('../calls', () => ({ readMinted: async () => new Set(), readEditions: async () => [] }))
vi.mock('../wall-watch', () => ({ watchWall: async () => undefined }))
vi.mock('./chosen-edition', () => ({
  ChosenEdition: ({ number }: { number: number | null }) => <p>{`edition ${number}`}</p>,
}))

let see: (() => void)[]
beforeEach(() => {
  see = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see.push(() => act(() => tell([{ isIntersecting: true }])))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const show = (props: Partial<React.ComponentProps<typeof LiveWork>> = {}) => {
  const { container } = render(
    <LiveWork
      src="/works/4/?hash="
      title="Gyre"
      ratio={1}
      editions={{ artworkId: '4', slug: 'gyre-4', size: 30, first: [1, 2, 3, 4, 5].map(edition) }}
      {...props}
    >
      <img src="/assets/editions/4/wall-640.jpg" alt="" />
    </LiveWork>,
  )
  for (const one of see) one()
  return {
    hash: () => container.querySelector('iframe')?.src.slice(-1),
    img: () => container.querySelector('img'),
  }
}

test('nothing runs until one of the editions in the picture is chosen', async () => {
  const { hash, img } = show()
  expect(img()).not.toBeNull()
  expect(hash()).toBeUndefined()
  expect(screen.getByRole('link', { name: 'Choose one to see it large' }).getAttribute('href')).toBe(
    '#editions',
  )
  expect(screen.queryByRole('button', { name: 'Choose edition 5' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose edition 3' }))
  expect(location.search).toBe('?edition=3')
  await screen.findByText('edition 3')
  expect(img()).toBeNull()
  expect(hash()).toBe('3')
})

test('a page of one edition runs nothing before it knows the number', async () => {
  const { hash } = show({ fixed: true })
  await screen.findByText('edition null')
  expect(hash()).toBeUndefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('the edition in the address, the only edition, and a work without its editions run at once', () => {
  history.replaceState(null, '', '/?edition=2')
  expect(show().hash()).toBe('2')
  cleanup()
  history.replaceState(null, '', '/')
  expect(show({ editions: { artworkId: '4', slug: 'gyre-4', size: 1, first: [edition(1)] } }).hash()).toBe(
    '1',
  )
  cleanup()
  expect(show({ editions: undefined, seed: edition(7).hash }).hash()).toBe('7')
})
