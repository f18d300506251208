import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from './exists'

test('the routes are the folders of src/app/[lang]', () => {
  const folders = readdirSync(new URL('../app/[lang]', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('['))
    .map(({ name }) => name)
  expect([...routes].sort()).toEqual(folders.sort())
})
