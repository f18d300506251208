/** A range that two fields say, "100-500", "250-", "-500": whichever of them holds the larger end. Empty where they say nothing. */
export function rangeOf(from = '', to = '') {
  if (!from && !to) return ''
  const turned = from && to && Number(from) > Number(to)
  return turned ? `${to}-${from}` : `${from}-${to}`
}
