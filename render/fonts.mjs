// Makes dist/fonts from the site's typefaces in fonts/ and Noto from npm, which has WOFF in subsets: Typst reads TrueType, and finds only one font of
// a family, so each subset becomes a separate family. covered.json lists the characters that documents can show.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'

const requireFrom = createRequire(import.meta.url)

/** The files of each script, by package and subset; numbered subsets have the characters that are too rare for the others. */
const noto = [
  {
    family: 'Noto Sans',
    pack: 'noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  },
  // Not Noto: its dots are separate glyphs above and below the line, and text with them is copied twice. The same holds for Bengali.
  { family: 'Amiri', pack: 'amiri', subsets: ['arabic'] },
  { family: 'Noto Sans Hebrew', pack: 'noto-sans-hebrew', subsets: ['hebrew'] },
  { family: 'Noto Sans Devanagari', pack: 'noto-sans-devanagari', subsets: ['devanagari'] },
  { family: 'Noto Sans Thai', pack: 'noto-sans-thai', subsets: ['thai'] },
  { family: 'Noto Sans Armenian', pack: 'noto-sans-armenian', subsets: ['armenian'] },
  { family: 'Noto Sans Georgian', pack: 'noto-sans-georgian', subsets: ['georgian'] },
  { family: 'Hind Siliguri', pack: 'hind-siliguri', subsets: ['bengali'] },
  { family: 'Noto Sans Tamil', pack: 'noto-sans-tamil', subsets: ['tamil'] },
  { family: 'Noto Sans Ethiopic', pack: 'noto-sans-ethiopic', subsets: ['ethiopic'] },
  { family: 'Noto Sans Gujarati', pack: 'noto-sans-gujarati', subsets: ['gujarati'] },
  { family: 'Noto Sans Gurmukhi', pack: 'noto-sans-gurmukhi', subsets: ['gurmukhi'] },
  { family: 'Noto Sans Telugu', pack: 'noto-sans-telugu', subsets: ['telugu'] },
  { family: 'Noto Sans Kannada', pack: 'noto-sans-kannada', subsets: ['kannada'] },
  { family: 'Noto Sans Malayalam', pack: 'noto-sans-malayalam', subsets: ['malayalam'] },
  { family: 'Noto Sans Sinhala', pack: 'noto-sans-sinhala', subsets: ['sinhala'] },
  { family: 'Noto Sans Khmer', pack: 'noto-sans-khmer', subsets: ['khmer'] },
  { family: 'Noto Sans Lao', pack: 'noto-sans-lao', subsets: ['lao'] },
  { family: 'Noto Sans Myanmar', pack: 'noto-sans-myanmar', subsets: ['myanmar'] },
  { family: 'Noto Sans JP', pack: 'noto-sans-jp', subsets: ['japanese'], numbered: true },
  { family: 'Noto Sans KR', pack: 'noto-sans-kr', subsets: ['korean'], numbered: true },
  { family: 'Noto Sans SC', pack: 'noto-sans-sc', subsets: ['chinese-simplified'], numbered: true },
  { family: 'Noto Sans TC', pack: 'noto-sans-tc', subsets: ['chinese-traditional'], numbered: true },
  { family: 'Noto Emoji', pack: 'noto-emoji', subsets: ['emoji'] },
]

/** tablesOf returns the tables of a WOFF or TrueType file. */
function tablesOf(file) {
  const woff = file.toString('latin1', 0, 4) === 'wOFF'
  const tables = new Map()
  for (let i = 0; i < file.readUInt16BE(woff ? 12 : 4); i++) {
    const at = woff ? 44 + i * 20 : 12 + i * 16
    const tag = file.toString('latin1', at, at + 4)
    if (woff) {
      const [start, packed, size] = [4, 8, 12].map((n) => file.readUInt32BE(at + n))
      const data = file.subarray(start, start + packed)
      tables.set(tag, packed < size ? inflateSync(data) : data)
    } else {
      const start = file.readUInt32BE(at + 8)
      tables.set(tag, file.subarray(start, start + file.readUInt32BE(at + 12)))
    }
  }
  return tables
}

/** named returns a name table with a family and nothing else. */
function named(family) {
  const names = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family.replaceAll(' ', '')],
  ].map(([id, text]) => [id, Buffer.from(text, 'utf16le').swap16()])
  const head = Buffer.alloc(6 + 12 * names.length)
  head.writeUInt16BE(names.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  for (const [i, [id, text]] of names.entries()) {
    for (const [k, value] of [3, 1, 0x409, id, text.length, offset].entries()) head.writeUInt16BE(value, 6 + i * 12 + k * 2)
    offset += text.length
  }
  return Buffer.concat([head, ...names.map(([, text]) => text)])
}

/** trueType returns the file of tables. Nothing checks its checksums, which are zero. */
function trueType(tables) {
  const tags = [...tables.keys()].sort()
  const head = Buffer.alloc(12 + 16 * tags.length)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tags.length, 4)
  const parts = [head]
  let offset = head.length
  for (const [i, tag] of tags.entries()) {
    const data = tables.get(tag)
    head.write(tag, 12 + i * 16, 'latin1')
    head.writeUInt32BE(offset, 12 + i * 16 + 8)
    head.writeUInt32BE(data.length, 12 + i * 16 + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

/** charactersOf returns the characters of a font (its cmap in the formats 4 and 12). */
function charactersOf(tables) {
  const cmap = tables.get('cmap')
  const found = new Set()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(8 + i * 8)
    const format = cmap.readUInt16BE(at)
    const ranges = []
    if (format === 4) {
      const segments = cmap.readUInt16BE(at + 6) / 2
      for (let k = 0; k < segments; k++)
        ranges.push([cmap.readUInt16BE(at + 16 + segments * 2 + k * 2), cmap.readUInt16BE(at + 14 + k * 2)])
    } else if (format === 12) {
      for (let k = 0; k < cmap.readUInt32BE(at + 12); k++)
        ranges.push([cmap.readUInt32BE(at + 16 + k * 12), cmap.readUInt32BE(at + 20 + k * 12)])
    }
    for (const [first, last] of ranges) for (let c = first; c <= last && c !== 0xffff; c++) found.add(c)
  }
  return found
}

/** Lets fontconfig find these fonts and no others, wherever the folder is. The site writes its share cards with them. */
const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">vitrine/fonts</cachedir></fontconfig>
`

/** makeFonts writes the fonts into a folder. */
export function makeFonts(folder) {
  const versions = JSON.stringify(noto.map(({ pack }) => requireFrom(`@fontsource/${pack}/package.json`).version))
  const stamp = `${versions}\n${readFileSync(new URL(import.meta.url))}`
  if (existsSync(join(folder, 'stamp')) && readFileSync(join(folder, 'stamp'), 'utf8') === stamp) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const covered = new Set()
  const add = (name, tables) => {
    for (const c of charactersOf(tables)) covered.add(c)
    writeFileSync(join(folder, `${name}.ttf`), trueType(tables))
  }
  for (const name of readdirSync('fonts').filter((file) => file.endsWith('.ttf')))
    add(name.slice(0, -4), tablesOf(readFileSync(join('fonts', name))))
  const filesOf = (pack) => join(dirname(requireFrom.resolve(`@fontsource/${pack}/package.json`)), 'files')
  const read = (pack, subset) => tablesOf(readFileSync(join(filesOf(pack), `${pack}-${subset}-400-normal.woff`)))
  for (const { family, pack, subsets } of noto) {
    for (const [i, subset] of subsets.entries())
      add(`${pack}-${subset}`, read(pack, subset).set('name', named(i === 0 ? family : `${family} ${subset}`)))
  }
  for (const { family, pack } of noto.filter((n) => n.numbered)) {
    const rare = readdirSync(filesOf(pack)).flatMap((file) => file.match(/-(\d+)-400-normal\.woff$/)?.[1] ?? [])
    for (const n of rare.sort((a, b) => a - b)) {
      const tables = read(pack, n)
      if ([...charactersOf(tables)].every((c) => covered.has(c))) continue
      add(`${pack}-${n}`, tables.set('name', named(`${family} ${n}`)))
    }
  }
  const sorted = [...covered].filter((c) => c >= 0x20).sort((a, b) => a - b)
  const ranges = []
  for (const c of sorted) {
    if (ranges.at(-1)?.[1] === c - 1) ranges.at(-1)[1] = c
    else ranges.push([c, c])
  }
  writeFileSync(join(folder, 'covered.json'), JSON.stringify(ranges))
  writeFileSync(join(folder, 'fonts.conf'), config)
  writeFileSync(join(folder, 'stamp'), stamp)
}

// node fonts.mjs FOLDER
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) makeFonts(process.argv[2] ?? 'dist/fonts')
