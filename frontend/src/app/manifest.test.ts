import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from './manifest'

/** The size that a PNG file's header has. */
async function sizeOf(path: string) {
  const file = await readFile(join(import.meta.dirname, path))
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}

test('the manifest has what home screens need, and its icons have the sizes that it names', async () => {
  const { name, display, start_url, icons = [] } = manifest()
  expect({ name, display, start_url }).toEqual({ name: 'Vitrine', display: 'standalone', start_url: '/' })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) expect(await sizeOf(`../../public${src}`)).toBe(sizes)
  expect(await sizeOf('apple-icon.png')).toBe('180x180')
})
