/** The length of a statement's period. */
export const lengths = ['month', 'quarter', 'year', 'all'] as const

export type Length = (typeof lengths)[number]

interface Period {
  /** The server's name for it, such as 2026-11, 2026-Q4, 2026 or all. */
  name: string
  label: string
}

/** The number of periods in a list: seven years, and three of months. */
const counts: Record<Length, number> = { month: 36, quarter: 28, year: 7, all: 1 }

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The periods with a statement, the current one first. Periods begin and end in UTC. */
export function periodsOf(length: Length, now: Date, everything: string): Period[] {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  return Array.from({ length: counts[length] }, (_, back): Period => {
    if (length === 'all') return { name: 'all', label: everything }
    if (length === 'year') return { name: `${year - back}`, label: `${year - back}` }
    const first = new Date(
      Date.UTC(year, length === 'month' ? month - back : 3 * (Math.floor(month / 3) - back)),
    )
    const [y, m] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
    return length === 'month'
      ? { name: `${y}-${String(m).padStart(2, '0')}`, label: months.format(first) }
      : { name: `${y}-Q${(m + 2) / 3}`, label: `Q${(m + 2) / 3} ${y}` }
  })
}
