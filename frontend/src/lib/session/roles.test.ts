import { expect, test } from 'vitest'
import { type Area, may } from './roles'

const areas: Area[] = ['content', 'support', 'finance', 'admin']

test.each([
  [undefined, []],
  [[], []],
  [['artist', 'approver'], []],
  [['content'], ['content']],
  [
    ['support', 'finance'],
    ['support', 'finance'],
  ],
  [['admin'], ['admin']],
  [['staff'], ['content', 'support', 'finance']],
])('the roles %j grant %j', (roles, granted) => {
  expect(areas.filter((area) => may(roles, area))).toEqual(granted)
  expect(may(roles, ...areas)).toBe(granted.length > 0)
})
