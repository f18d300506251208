// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as t from '@/messages/content'
import { Desk } from './desk'

// What a part shows and which calls it makes is tested where it is; the calls are guarded on the server.
vi.mock('next/dynamic', () => ({ default: () => () => <p>part</p> }))
vi.mock('@/features/desk/ui/desk', () => ({ Desk: () => <p>part</p> }))
vi.mock('@/features/studio/ui/lazy', () => ({ Review: () => <p>part</p> }))

afterEach(cleanup)

type Shown = Omit<Parameters<typeof Desk>[0], 'lang' | 'roles'>

/** Each part of the desk with its addresses, and the roles that may open it. `staff` has content, support and finance. */
const parts: Record<string, { shown: Shown[]; roles: string[] }> = {
  [t.orders]: { shown: [{ order: 'o1' }], roles: ['staff', 'support', 'finance'] },
  [t.content]: {
    shown: [{ content: { folder: 'artworks' } }, { content: { folder: 'pages', id: '1' } }],
    roles: ['staff', 'content'],
  },
  [t.submissions]: { shown: [{ submission: '' }, { submission: 'd1' }], roles: ['staff', 'content'] },
  [t.phases]: { shown: [{ drop: '' }, { drop: '1' }], roles: ['staff', 'content', 'finance'] },
  [t.accounts]: {
    shown: [{ page: { name: 'accounts' } }, { page: { name: 'accounts', id: 'a1' } }],
    roles: ['staff', 'support', 'admin'],
  },
  [t.approvals]: { shown: [{ page: { name: 'approvals' } }], roles: ['staff', 'support', 'finance'] },
  [t.movements]: { shown: [{ page: { name: 'movements' } }], roles: ['staff', 'finance', 'admin'] },
  [t.searchDesk]: {
    shown: [{ page: { name: 'search' } }],
    roles: ['staff', 'content', 'support', 'finance', 'admin'],
  },
}

const offered = () => [...document.querySelectorAll('nav a')].map((link) => link.textContent)

test.each(['staff', 'content', 'support', 'finance', 'admin'])(
  '%s opens its parts of the desk only',
  (role) => {
    for (const [name, { shown, roles }] of Object.entries(parts)) {
      for (const address of shown) {
        render(<Desk lang="en" roles={[role]} {...address} />)
        const opens = roles.includes(role)
        expect(screen.queryByText(t.noRole) === null, `${role} at ${JSON.stringify(address)}`).toBe(opens)
        expect(screen.queryByText('part') !== null, `${role} at ${JSON.stringify(address)}`).toBe(opens)
        expect(offered().includes(name), `${name} for ${role}`).toBe(opens)
        cleanup()
      }
    }
  },
)

test('the table lists every page of the desk', () => {
  render(<Desk lang="en" roles={['staff', 'admin']} />)
  expect(offered()).toEqual(Object.keys(parts))
})

test.each([[[]], [['artist', 'approver']], [undefined]])(
  'the roles %j open no part but the search',
  (roles) => {
    for (const [name, { shown }] of Object.entries(parts)) {
      for (const address of shown) {
        render(<Desk lang="en" roles={roles} {...address} />)
        expect(screen.queryByText(t.noRole) !== null, name).toBe(name !== t.searchDesk)
        expect(offered()).toEqual([])
        cleanup()
      }
    }
  },
)
