import { inflateSync } from 'node:zlib'

/** Part is a text object: where it begins, and its clusters from left to right. */
interface Part {
  x: number
  y: number
  clusters: string[]
}

/** objectsOf returns the objects of a PDF by their numbers. */
function objectsOf(pdf: Uint8Array): Map<number, string> {
  const text = Buffer.from(pdf).toString('latin1')
  return new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((m) => [Number(m[1]), m[2]!]))
}

/** streamOf returns the content of a stream. */
function streamOf(object = ''): Buffer {
  const [head = ''] = object.split('\nstream\n', 1)
  const data = Buffer.from(object.slice(head.length + 8, object.lastIndexOf('\nendstream')), 'latin1')
  return head.includes('/FlateDecode') ? inflateSync(data) : data
}

/** streams returns the contents of all streams. */
export const streams = (pdf: Uint8Array) => [...objectsOf(pdf).values()].filter((o) => o.includes('\nstream\n')).map(streamOf)

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (text: string) =>
  text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, e: string) =>
    /[0-7]/.test(e[0]!) ? String.fromCharCode(Number.parseInt(e, 8)) : (escapes[e] ?? e),
  )

/** cmapsOf returns what the glyphs of a page's fonts mean (ToUnicode). */
function cmapsOf(objects: Map<number, string>, page: string): Record<string, Map<number, string>> {
  const refer = (text: string, name: string) => objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1])) ?? text
  const fonts = refer(refer(page, 'Resources'), 'Font')
  return Object.fromEntries(
    [...fonts.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const cmap = streamOf(refer(objects.get(Number(id)) ?? '', 'ToUnicode')).toString('latin1')
      const pairs = [...cmap.matchAll(/<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>/g)]
      return [name!, new Map(pairs.map((m) => [Number.parseInt(m[1]!, 16), utf16(m[2]!)]))]
    }),
  )
}

/** partsOf returns the text objects of a page. */
function partsOf(objects: Map<number, string>, page: string): Part[] {
  const cmaps = cmapsOf(objects, page)
  const content = streamOf(objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]))).toString('latin1')
  const parts: Part[] = []
  let font = new Map<number, string>()
  let actual: string | undefined
  // A literal string may contain pairs of parentheses.
  const token =
    /([\d.-]+) ([\d.-]+) cm|\/(f\d+) [\d.]+ Tf|\/ActualText (?:<FEFF([0-9A-Fa-f]*)>|\(((?:\\[\s\S]|[^\\)])*)\))|\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\))*)\)|\bEMC\b/g
  for (const [whole, x, y, name, hex, literal, glyphs] of content.matchAll(token)) {
    if (x !== undefined) parts.push({ x: Number(x), y: Number(y), clusters: [] })
    else if (name !== undefined) font = cmaps[name] ?? font
    else if (hex !== undefined || literal !== undefined) {
      actual = hex === undefined ? unescaped(literal!) : utf16(hex)
      parts.at(-1)?.clusters.push(actual)
    } else if (whole === 'EMC') actual = undefined
    else if (glyphs !== undefined && actual === undefined) {
      const bytes = unescaped(glyphs)
      for (let i = 0; i < bytes.length; i += 2)
        parts.at(-1)?.clusters.push(font.get((bytes.charCodeAt(i) << 8) | bytes.charCodeAt(i + 1)) ?? '')
    }
  }
  return parts.filter((p) => p.clusters.length > 0)
}

const leftward = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** logical returns clusters as they are typed: where letters go leftward, from right to left, except numbers and Latin words. */
function logical(clusters: string[]): string {
  if (!clusters.some((c) => leftward.test(c))) return clusters.join('')
  const out: string[] = []
  let run: string[] = []
  for (const c of clusters.toReversed()) {
    if (/^[\p{Script=Latin}\p{Nd}]/u.test(c)) {
      run.unshift(c)
      continue
    }
    out.push(...run, c)
    run = []
  }
  return [...out, ...run].join('')
}

/** linesOf returns the texts of a PDF as they would be copied, one for each baseline. */
export function linesOf(pdf: Uint8Array): string[] {
  const objects = objectsOf(pdf)
  return [...objects.values()]
    .filter((o) => /\/Type \/Page\n/.test(o))
    .flatMap((page) => {
      const lines = new Map<number, Part[]>()
      for (const part of partsOf(objects, page)) lines.set(part.y, [...(lines.get(part.y) ?? []), part])
      return [...lines.values()].map((parts) => logical(parts.sort((a, b) => a.x - b.x).flatMap((p) => p.clusters)))
    })
}
