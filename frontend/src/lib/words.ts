/** "1 work", "1,204 works". */
export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** As count. A search or a filter counts at most 100,000 works: "100,000+ works". */
export const worksFound = (n: number) => (n === 100_000 ? '100,000+ works' : count(n, 'work'))

/** "Ada, Ben and Cleo". */
export const list = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
