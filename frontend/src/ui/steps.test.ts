import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

test('the steps of large windows are laid down in tokens.css and nowhere else', () => {
  const tokens = readFileSync(join(src, 'ui/tokens.css'), 'utf8')
  for (const width of [1024, 1280, 1600])
    expect(tokens).toContain(`@media (width >= ${width}px) {\n  :root {`)
  for (const name of sheets) {
    if (name === join('ui', 'tokens.css')) continue
    expect(readFileSync(join(src, name), 'utf8'), name).not.toMatch(/@media[^{]*\b(1280|1600)px/)
  }
})
