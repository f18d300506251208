const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const two = (n: number) => String(n).padStart(2, '0')

interface Month {
  /** Such as 2026-11. */
  name: string
  label: string
  /** How many days can be exported: all, or those that have begun. */
  days: number
}

/** The last three years of months in UTC, the current one first. */
export const monthsOf = (now: Date): Month[] =>
  Array.from({ length: 36 }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
    return {
      name: `${year}-${two(month)}`,
      label: names.format(first),
      days: back === 0 ? now.getUTCDate() : new Date(Date.UTC(year, month, 0)).getUTCDate(),
    }
  })

/** The period that an export names: a month, or one of its days from 1. */
export const periodOf = (month: string, day: number) => (day > 0 ? `${month}-${two(day)}` : month)
