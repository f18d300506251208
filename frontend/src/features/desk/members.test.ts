import { expect, test } from 'vitest'
import { linesOf, parseMembers } from './members'

const ada = '0190f6a0-0000-7000-8000-000000000001'
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('accounts and wallets, one a line, each once', async () => {
  const { members, bad, repeated } = await parseMembers(
    `${ada}\r\n\n  ${wallet}\n${wallet.toLowerCase()}\n${ada.toUpperCase()}\n`,
  )
  expect(members).toEqual([
    { accountId: ada, wallet: '' },
    { accountId: '', wallet: wallet.toLowerCase() },
  ])
  expect(bad).toEqual([])
  expect(repeated).toBe(2)
  expect(linesOf(members)).toBe(`${ada}\n${wallet.toLowerCase()}`)
})

test('a CSV file with a heading and other columns', async () => {
  const { members, bad } = await parseMembers(
    `\uFEFFname;"wallet";account\n"Ada L.";"${wallet}";${ada}\nBob;;\n`,
  )
  expect(members).toEqual([
    { accountId: '', wallet },
    { accountId: ada, wallet: '' },
  ])
  expect(bad).toEqual([{ number: 3, text: 'Bob;;', problem: 'Neither an account id nor a wallet address.' }])
})

test.each([
  ['0x12', /address/],
  // One letter has the wrong case.
  [wallet.replace('C51812', 'c51812'), /./],
  ['ada@example.org', /Neither an account id/],
  ['ada.eth', /Neither an account id/],
])('%s is a bad line', async (text, problem) => {
  const { members, bad } = await parseMembers(text)
  expect(members).toEqual([])
  expect(bad).toHaveLength(1)
  expect(bad[0]).toMatchObject({ number: 1, text })
  expect(bad[0]!.problem).toMatch(problem)
})
