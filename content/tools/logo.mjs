// Draws media/logo.png, the site's wordmark for papers: black on transparent, one and a half lines high.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const face = (await readFile(path.join(root, 'kit/paper/fonts/display.ttf'))).toString('base64')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 1200, height: 300 } })
await page.setContent(`<style>
@font-face{font-family:display;src:url(data:font/ttf;base64,${face})}
body{margin:0;background:transparent}
p{margin:0;width:fit-content;font:160px/1.5 display;letter-spacing:-0.035em;padding-right:0.035em}
</style><p>Vitrine</p>`)
await page.evaluate(() => document.fonts.ready)
const box = await page.locator('p').boundingBox()
await page.locator('p').screenshot({ path: path.join(root, 'content/media/logo.png'), omitBackground: true })
await browser.close()
console.log(`${Math.ceil(box.width)} × ${Math.ceil(box.height)}`)
