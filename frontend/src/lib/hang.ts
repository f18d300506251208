/** Where a work hangs. All lengths are percentages of the width of the wall. */
export interface Place {
  row: number
  width: number
  /** Empty wall to its left: the gap to its neighbour, and a pause if there is one. */
  before: number
  /** Empty wall to its right: the rest of the row beside its last work, otherwise none. */
  after: number
  /** How far its upper edge is below the one of the tallest work in its row: all have their middle on one line. */
  lower: number
}

interface Wall {
  /** The usual width of a square work. */
  unit: number
  /** The space between two works. */
  gap: number
  /** The greatest height of a work beside others. */
  tallest: number
  /** The greatest number of works in a row. */
  most: number
}

/** Walls of a phone, a tablet, a desktop and a large window. `hang.module.css` has the widths from which they are used. */
export const walls = [
  { unit: 100, gap: 0, tallest: 118, most: 1 },
  { unit: 46, gap: 7, tallest: 66, most: 2 },
  { unit: 29, gap: 5, tallest: 46, most: 4 },
  { unit: 22, gap: 4, tallest: 36, most: 5 },
] as const satisfies readonly Wall[]

/** Works of this ratio or more have no empty wall above them, and are walked along on a phone. */
export const wide = 1.9
/** Works of this ratio or more have a separate row. */
export const panorama = 3

/** 0 hangs works with equal widths, 1 with equal heights. */
const weight = 0.62
/** Rows of usual, small and large works alternate. The large ones have a pause. */
const rhythm = [1, 0.78, 1.3]
const pause = 9
/** Neighbours whose proportions differ by less than this are a pair. */
const alike = 0.02
/** The last row doesn't fill the wall with works that are larger than this, as a multiple of the usual size. */
const largest = 1.3
/** Works that are nearly as wide as their wall all begin at its left. */
const slight = 10
/** Less than the whole, so that rounding never moves the last work of a row to the next one. */
const full = 99.9

interface Row {
  from: number
  to: number
  pause: number
  /** How far it is from the rhythm, with all rows below it. */
  cost: number
}

/** Hangs works of these ratios on a wall, in their order. The same works always hang the same way. */
export const hang = (ratios: readonly number[], wall: Wall): Place[] =>
  rowsOf(ratios, wall).flatMap((row, number) => placesOf(ratios, wall, row, number))

/** The rows that are nearest to the rhythm. For each work and beat it finds the best rows from there on, from the last work back to the first. */
function rowsOf(ratios: readonly number[], wall: Wall): Row[] {
  const best: Row[][] = []
  for (let from = ratios.length - 1; from >= 0; from--) {
    const found: Row[] = []
    for (let to = from + 1; to <= Math.min(ratios.length, from + wall.most); to++) {
      rowOf(ratios, wall, from, to).forEach((row, beat) => {
        row.cost += best[to]?.[(beat + 1) % rhythm.length]?.cost ?? 0
        if (!found[beat] || row.cost < found[beat].cost) found[beat] = row
      })
    }
    best[from] = found
  }
  const rows: Row[] = []
  for (let from = 0; from < ratios.length; from = rows.at(-1)!.to) {
    rows.push(best[from]![rows.length % rhythm.length]!)
  }
  return rows
}

/** A row of these works for each beat. */
function rowOf(ratios: readonly number[], wall: Wall, from: number, to: number): Row[] {
  const works = ratios.slice(from, to)
  const last = to === ratios.length
  const alone = works.length === 1
  const whole = measure(works, wall, 0)
  return rhythm.map((size, beat) => {
    const large = beat === rhythm.length - 1
    if (works.some((ratio) => ratio >= panorama)) return { from, to, pause: 0, cost: alone ? 0 : 1e6 }
    // Among large works, a wide one fills the wall.
    if (large && alone && works[0]! >= wide) return { from, to, pause: 0, cost: 0 }
    const paused = large && wall.most > 1 && !last && !wideBelow(ratios, wall, to)
    const { scale, empty } = paused ? measure(works, wall, pause) : whole
    const cost = Math.log(scale / (wall.unit * size)) ** 2 + (last ? 0 : (empty / 25) ** 2)
    return { from, to, pause: paused ? pause : 0, cost }
  })
}

/** Whether a wide work may be in the row below. */
const wideBelow = (ratios: readonly number[], { most }: Wall, to: number) =>
  ratios.slice(to, to + most).some((ratio) => ratio >= wide)

/** The gaps in front of the works of a row. The two of a pair hang closer together and further from the others. */
function gapsOf(works: readonly number[], gap: number) {
  const gaps = works.map((_, i) => (i > 0 ? gap : 0))
  for (let i = 1; i < works.length && works.length > 2; i++) {
    if (Math.abs(Math.log(works[i]! / works[i - 1]!)) >= alike) continue
    gaps[i] = gap * 0.6
    i++
    if (i < works.length) gaps[i] = gap * 1.4
  }
  return gaps
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The scale at which the works of a row fill it, or the tallest is as tall as it may be, and what then stays empty. */
function measure(works: readonly number[], { gap, tallest }: Wall, paused: number) {
  const room = full - paused - sum(gapsOf(works, gap))
  const widths = sum(works.map((ratio) => ratio ** weight))
  const alone = works.length === 1 && works[0]! >= wide
  const most = alone ? Infinity : Math.min(...works.map((ratio) => tallest * ratio ** (1 - weight)))
  const scale = Math.min(room / widths, most)
  return { scale, empty: room - scale * widths }
}

function placesOf(ratios: readonly number[], wall: Wall, row: Row, number: number): Place[] {
  const works = ratios.slice(row.from, row.to)
  const last = row.to === ratios.length
  const filled = measure(works, wall, row.pause).scale
  const fits = last && wall.most > 1 && works[0]! < wide ? Math.min(filled, wall.unit * largest) : filled
  const widths = works.map((ratio) => fits * ratio ** weight)
  const heights = works.map((ratio, i) => widths[i]! / ratio)
  const gaps = gapsOf(works, wall.gap)
  const empty = full - sum(widths) - sum(gaps)
  const spaces = spread(empty, works.length, {
    number,
    last: last && wall.most > 1,
    paused: row.pause > 0,
    above: wideBelow(ratios, wall, row.to),
  })
  return works.map((_, i) => ({
    row: number,
    width: widths[i]!,
    before: gaps[i]! + spaces[i]!,
    after: i === works.length - 1 ? spaces[i + 1]! : 0,
    lower: (Math.max(...heights) - heights[i]!) / 2,
  }))
}

/** Where a row has its empty wall: in front of each work, and behind the last one. */
function spread(
  empty: number,
  works: number,
  row: { number: number; last: boolean; paused: boolean; above: boolean },
): number[] {
  const spaces = Array.from({ length: works + 1 }, () => 0)
  const odd = row.number % 2
  if (row.last) spaces[works] = empty
  else if (works === 1 && row.above) spaces.fill(empty / 2)
  else if (works === 1) spaces[odd && empty > slight ? 0 : 1] = empty
  else if (row.paused) spaces[odd ? 0 : works - 1] = empty
  else spaces.fill(empty / (works - 1), 1, works)
  return spaces
}

/** How the style sheet places a work on each wall, and its width there in percent. */
export interface Hung {
  style: Record<`--${string}`, string>
  widths: number[]
}

/** Hangs works of these ratios on all walls. */
export function hungOn(ratios: readonly number[]): Hung[] {
  const plans = walls.map((wall) => hang(ratios, wall))
  return ratios.map((_, i) => {
    const style: Hung['style'] = {}
    plans.forEach((places, wall) => {
      const { width, before, after, lower } = places[i]!
      // On a phone most works take the whole width, which is the style sheet's default.
      if (wall === 0 && width > full - 1) return
      style[`--w${wall + 1}`] = cqi(width)
      style[`--m${wall + 1}`] = [lower, after, 0, before].map(cqi).join(' ')
    })
    return { style, widths: plans.map((places) => places[i]!.width) }
  })
}

/** Rounded down, so that a row is never wider than its wall. */
const cqi = (length: number) => {
  const rounded = Math.floor(length * 100 + 1e-6) / 100
  return rounded > 0 ? `${rounded}cqi` : '0'
}
