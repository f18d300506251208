/** The value of a range's select whose ends are typed into two inputs next to it. No range has it. */
export const otherRange = '-'

/** A range from two fields: "100-500", "250-", "-500", in either order. Empty if both are empty. */
export function rangeOf(from = '', to = '') {
  if (!from && !to) return ''
  const turned = from && to && Number(from) > Number(to)
  return turned ? `${to}-${from}` : `${from}-${to}`
}
