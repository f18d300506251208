/** How many letters to insert, remove or replace turn one name into another. Two that changed places count as one. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === wanted ? 0 : 1)))
    row = next
  }
  const sorted = (name: string) => [...name].sort().join('')
  return row[b.length] === 2 && sorted(a) === sorted(b) ? 1 : row[b.length]!
}

/** The setting whose name a variable's is almost: at most two letters differ, one in a short name. As kit/unknown.go does. */
export function nearest(name: string, settings: readonly string[]): string | undefined {
  const fits = settings
    .filter((setting) => setting.length > 3)
    .map((setting) => ({ setting, letters: distance(name.toUpperCase().replaceAll('-', '_'), setting) }))
    .filter(({ setting, letters }) => letters <= (setting.length < 9 ? 1 : 2))
  return fits.sort((a, b) => a.letters - b.letters)[0]?.setting
}
