import { expect, test } from 'vitest'
import { limitConcurrency } from './turns'

test('no more than the limit run, the others follow in their order, and one that leaves early is skipped', () => {
  const take = limitConcurrency(2)
  const ran: string[] = []
  const run = (name: string) => take(() => ran.push(name))
  const endA = run('a')
  run('b')
  const endC = run('c')
  run('d')
  expect(ran).toEqual(['a', 'b'])
  endC()
  endA()
  expect(ran).toEqual(['a', 'b', 'd'])
  // Ending twice doesn't release a second slot.
  endA()
  run('e')
  expect(ran).toEqual(['a', 'b', 'd'])
})
