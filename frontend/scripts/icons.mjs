// Draws the icons of the web app manifest and of iOS from src/app/icon.svg: node scripts/icons.mjs. Run it again when that file changes.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const mark = await readFile(join(root, 'src/app/icon.svg'), 'utf8')
/** The background of pages in the light theme. Home screens show transparent icons on black or white. */
const background = '#fdfdfb'

/** @param {string} file @param {number} size in pixels @param {number} share of the width that the mark takes */
async function draw(file, size, share) {
  const width = Math.round(size * share)
  const input = await sharp(Buffer.from(mark), { density: 72 * (width / 132) })
    .resize(width, width)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(root, file))
}

await mkdir(join(root, 'public/icons'), { recursive: true })
await draw('public/icons/192.png', 192, 0.7)
await draw('public/icons/512.png', 512, 0.7)
// Systems cut maskable icons to a circle as narrow as 80 percent of the width: the mark's corners are inside it.
await draw('public/icons/maskable-512.png', 512, 0.5)
await draw('src/app/apple-icon.png', 180, 0.62)
