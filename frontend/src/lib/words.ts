/** "1 work", "1,204 works". */
export const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** "Ada, Ben and Cleo". */
export const list = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
