/** What an edition's seed chose: the name of each parameter with its value as text. */
export type ParameterTexts = ReadonlyMap<string, string>

const mostParameters = 40
const longestName = 40
const longestText = 80

/** Integers as they are, other numbers with three significant digits. */
const numberText = (n: number) =>
  Number.isInteger(n) ? String(n) : String(Math.abs(n) < 1000 ? Number(n.toPrecision(3)) : Math.round(n))

/** A value in a few words, as the catalog writes those of the still; null if it can't be put in a few words. */
function valueText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && depth < 2) {
    const texts = value.slice(0, mostParameters).map((item) => valueText(item, depth + 1))
    return texts.includes(null) ? null : texts.join(', ')
  }
  if (typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string')
    return value.name
  return null
}

/** The parameters that a work reports, or null if it reports anything else. The page is untrusted: long or nested values are left out. */
export function parameterTexts(values: unknown): ParameterTexts | null {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(values).slice(0, mostParameters)) {
    const text = valueText(value)
    if (text && text.length <= longestText && name && name.length <= longestName) texts.set(name, text)
  }
  return texts
}
