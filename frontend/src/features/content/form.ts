import * as z from 'zod/mini'
import { parseMajor } from '@/lib/money'
import * as t from '@/messages/content'
import { tooLong } from '@/messages/form'
import '@/lib/api/schema'
import { editable, type Folder } from './model'

// The limits are those of the content folder and of the mutations.
const years = { from: -99_999, to: 2200 }
const highestPrice = 2n ** 31n - 1n

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, tooLong(most)))
const needed = (most: number) => text(most).check(z.minLength(1, t.required))

const year = z.string().check(
  z.trim(),
  z.check(({ value, issues }) => {
    const n = Number(value)
    const fits = /^-?\d{1,5}$/.test(value) && n !== 0 && n >= years.from && n <= years.to
    if (value && !fits)
      issues.push({ code: 'custom', message: t.badYear(years.from, years.to), input: value })
  }),
)

const website = z.string().check(
  z.trim(),
  z.check(({ value, issues }) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (value && (!url || !/^https?:$/.test(url.protocol) || value.length > 500))
      issues.push({ code: 'custom', message: t.badWebsite, input: value })
  }),
)

const price = (currency: string) =>
  z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      const amount = parseMajor(value, currency)
      if (value && (amount === null || amount < 1n || amount > highestPrice))
        issues.push({ code: 'custom', message: t.badPrice, input: value })
    }),
  )

/** The form values of an entry. The checked values are trimmed texts. */
export function entryForm(folder: Folder, currency: string) {
  const checks: Record<string, z.ZodMiniType<string, string>> = {
    title: needed(200),
    medium: text(300),
    year,
    category: needed(200),
    purchasePrice: price(currency),
    description: text(100_000),
    summary: text(1000),
    body: text(100_000),
    name: needed(200),
    role: text(200),
    place: text(200),
    bio: text(100_000),
    born: year,
    died: year,
    website,
  }
  // Without a text, the terms would be an empty page.
  if (folder === 'pages') checks.body = needed(100_000)
  return z.object(Object.fromEntries(editable[folder].map((name) => [name, checks[name] ?? z.string()])))
}
