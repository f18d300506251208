/** "1 work", "1,204 works". */
export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** How many works a listing has: as count, or "500+ works" if there are more than were counted. */
export const worksFound = ({ totalCount, totalCapped }: { totalCount: number; totalCapped: boolean }) =>
  totalCapped ? `${totalCount.toLocaleString('en-US')}+ works` : count(totalCount, 'work')

/** "Ada, Ben and Cleo". */
export const list = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
