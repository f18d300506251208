/** The list with one item moved to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from)
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/**
 * The new position of a dragged item when the pointer is at `y`: after the items whose middle the pointer has passed. `middles` are the current
 * middles of the items.
 */
export function placeAt(y: number, from: number, middles: readonly number[]): number {
  let place = from
  while (place + 1 < middles.length && y > middles[place + 1]!) place++
  while (place > 0 && y < middles[place - 1]!) place--
  return place
}
