/** "1 work", "1,204 works". */
export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** Where totals of searches and filters stop in a catalog of more than 100,000 works. */
const MAX_COUNTED = 500

/** As count. A total at its bound may stand for more: "500+ works". */
export const worksFound = (n: number) => (n === MAX_COUNTED ? `${MAX_COUNTED}+ works` : count(n, 'work'))

/** "Ada, Ben and Cleo". */
export const list = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
