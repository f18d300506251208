import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What isn't printed: dialogs, menus, filters, banners and tools, which global.css or their component hides, and small pictures. */
const ofScreens = [
  'features/artwork/ui/artwork-filters.module.css',
  'features/artwork/ui/buy-bar.module.css',
  'features/artwork/ui/editions.module.css',
  'features/search/ui/search.module.css',
  'features/site/ui/cookies.module.css',
  'features/site/ui/header.module.css',
  'ui/dialog.module.css',
  'ui/message.module.css',
  'ui/parts.module.css',
]

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.module.css'),
)

test('what scrolls, stays in place or fills a window says how it prints', () => {
  const silent = sheets.filter((path) => {
    const css = readFileSync(`src/${path}`, 'utf8')
    return (
      /^\s*(overflow(-[xy])?: (auto|scroll)|position: (fixed|sticky)|(min-)?height: .*100[sd]vh)/m.test(
        css,
      ) && !css.includes('@media print')
    )
  })
  expect(silent.filter((path) => !ofScreens.includes(path))).toEqual([])
  expect(ofScreens.filter((path) => !sheets.includes(path))).toEqual([])
})

test('every page prints light, whole and without the site’s header', () => {
  const print = readFileSync('src/ui/global.css', 'utf8').split('@media print')[1]!
  for (const rule of [
    'color-scheme: light',
    'body > :is(header, footer)',
    'iframe',
    '::details-content',
    'max-height: 22cm',
  ])
    expect(print).toContain(rule)
})
