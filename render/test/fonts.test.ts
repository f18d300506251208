import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

/** A character of each script, none of which looks like a box. */
const characters = [...'東の서עبकবไழΩЖՖქገ🙂']

/** A folder for this test. */
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Draws each character as the site draws the text of a share card, in a process with these fonts. */
function drawn(config: string): string[] {
  const folder = temporary()
  const font = join(import.meta.dirname, '../fonts/display.ttf')
  const script = `
    import sharp from 'sharp'
    for (const [i, text] of ${JSON.stringify(characters)}.entries())
      await sharp({ text: { text, font: 'Bricolage Grotesque SemiBold 90', fontfile: ${JSON.stringify(font)}, dpi: 72 } }).toFile(${JSON.stringify(folder)} + '/' + i + '.png')`
  const env = { PATH: process.env.PATH, HOME: folder, FONTCONFIG_FILE: config }
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: join(import.meta.dirname, '..'), env })
  return characters.map((_, i) => join(folder, `${i}.png`))
}

/** Whether a picture is a box: what stands for a character that no font has. All of its edges are lines. */
async function isBox(path: string) {
  const { data, info } = await sharp(path).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  const rows = Array.from({ length: info.height }, (_, y) => [...data.subarray(y * info.width, (y + 1) * info.width)])
  const inked = rows.filter((row) => row.some((v) => v > 128))
  const columns = Array.from({ length: info.width }, (_, x) => inked.map((row) => row[x]!)).filter((column) => column.some((v) => v > 128))
  const isLine = (line: number[] | undefined) => line !== undefined && line.filter((v) => v > 128).length > 0.9 * line.length
  const height = inked.map((row) => row.filter((_, x) => inked.some((other) => other[x]! > 128)))
  return [columns.at(0), columns.at(-1), height.at(0), height.at(-1)].every(isLine)
}

test('the site’s share cards have letters of every script', async () => {
  const found = await Promise.all(drawn(join(import.meta.dirname, '../dist/fonts/fonts.conf')).map(isBox))
  expect(characters.filter((_, i) => found[i])).toEqual([])

  const config = join(temporary(), 'fonts.conf')
  writeFileSync(config, '<?xml version="1.0"?><fontconfig><dir prefix="relative">.</dir></fontconfig>')
  const boxes = await Promise.all(drawn(config).map(isBox))
  expect(characters.filter((_, i) => !boxes[i])).toEqual([])
})
