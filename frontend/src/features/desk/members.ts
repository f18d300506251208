import { addressProblem } from '@/lib/wallet/address'
import * as t from '@/messages/desk-phases'
import type { Member } from './phases-calls'

/** Most entries of an allow list. */
export const mostMembers = 10_000

interface BadLine {
  /** Counted from 1. */
  number: number
  text: string
  problem: string
}

interface Parsed {
  members: Member[]
  bad: BadLine[]
  /** Entries that were there before. */
  repeated: number
}

const account = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const cellsOf = (line: string) =>
  line
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '')

/**
 * The accounts and wallets of a list: one a line, or a CSV file with other columns beside them. A first line without any is the
 * heading of a table.
 */
export async function parseMembers(text: string): Promise<Parsed> {
  const members = new Map<string, Member>()
  const bad: BadLine[] = []
  let repeated = 0
  let first = true
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const cells = cellsOf(line)
    if (cells.length === 0) continue
    const heading = first && cells.length > 1
    first = false
    const found = await entriesOf(cells)
    if (typeof found === 'string') {
      if (!heading || found !== t.noEntry) bad.push({ number: i + 1, text: line.trim(), problem: found })
      continue
    }
    for (const one of found) {
      const key = one.wallet.toLowerCase() || one.accountId
      if (members.has(key)) repeated++
      members.set(key, one)
    }
  }
  return { members: [...members.values()], bad, repeated }
}

/** The entries of a line, or what is wrong with it. */
async function entriesOf(cells: string[]): Promise<Member[] | string> {
  const found: Member[] = []
  for (const cell of cells) {
    if (account.test(cell)) found.push({ accountId: cell.toLowerCase(), wallet: '' })
    else if (/^0x/i.test(cell)) {
      const problem = await addressProblem(cell)
      if (problem) return problem
      found.push({ accountId: '', wallet: cell })
    }
  }
  return found.length > 0 ? found : t.noEntry
}

/** A list as it can be pasted again, one entry a line. */
export const linesOf = (members: Member[]) =>
  members.map(({ accountId, wallet }) => accountId || wallet).join('\n')
