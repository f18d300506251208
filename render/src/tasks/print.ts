import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { refuse } from '../fault.js'
import { Reason } from '../gen/vitrine/render/v1/render_pb.js'
import type { Report, Sheet } from '../protocol.js'

/** Results that no document of this age used are dropped from the compiler's memory. */
const cacheAge = 5
/** Characters that no font has, because nothing is drawn for them: joiners, marks of direction, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/u
/** Characters that would end a line, or change the order of the texts around. */
const control = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffd]/gu

const inDist = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const templates = inDist('./templates')

const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: [inDist('./fonts')] }] })
const covered: [number, number][] = JSON.parse(readFileSync(inDist('./fonts/covered.json'), 'utf8'))

/** printJob prints a document. */
export async function printJob(sheet: Sheet, folder: string, report: (r: Report) => void) {
  const given = Object.fromEntries(['logo', 'picture', 'code', 'attachment'].map((name) => [name, name in sheet.files]))
  for (const [name, file] of Object.entries(sheet.files)) compiler.mapShadow(join(templates, name), Buffer.from(file))
  try {
    const pdf = compiler.pdf(
      { mainFilePath: join(templates, `${sheet.template}.typ`), inputs: { sheet: JSON.stringify({ ...printable(sheet.data), ...given }) } },
      { pdfStandard: 'ua-1' },
    )
    const path = join(folder, 'document.pdf')
    await writeFile(path, pdf)
    report({ kind: 'pdf', path })
  } catch (err) {
    // The compiler puts its message into the code.
    const text = String((err as { code?: string }).code ?? err)
    if (/image|svg|picture|decode/i.test(text))
      throw refuse(Reason.DAMAGED, 'A picture of the document is not PNG, JPEG or SVG, or is damaged.')
    throw new Error(`the template ${sheet.template} doesn't compile: ${text}`)
  } finally {
    compiler.resetShadow()
    compiler.evictCache(cacheAge)
  }
}

/** printable returns a value with texts that fonts can show. */
function printable<T>(value: T): T {
  if (typeof value === 'string') return shown(value.replace(control, ' ')) as T
  if (Array.isArray(value)) return value.map(printable) as T
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, printable(v)])) as T
  return value
}

/** shown replaces what no font has: by its composed form, or else by □. */
function shown(text: string): string {
  if ([...text].every(has)) return text
  return [...text.normalize('NFC')].map((c) => (has(c) ? c : '□')).join('')
}

/** has reports whether a font has a character. */
function has(c: string): boolean {
  const code = c.codePointAt(0)!
  let [low, high] = [0, covered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (covered[middle]![1] < code) low = middle + 1
    else high = middle
  }
  return (covered[low]?.[0] ?? Infinity) <= code || invisible.test(c)
}
