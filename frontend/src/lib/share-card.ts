import 'server-only'
import { join } from 'node:path'
import sharp from 'sharp'

export const shareWidth = 1200
const shareHeight = 630
const margin = 56
/** The minimum width of the text next to a picture. */
const column = 336

export interface ShareCard {
  /** #rrggbb */
  background: string
  /** A picture, shown uncropped; without one, the text uses the whole card. */
  picture?: Uint8Array
  /** The artist, or the kind of page. */
  small: string
  title: string
  /** Edition, price or date. */
  lines: string[]
}

/** The standalone server runs in its own folder, which has a copy of public. */
const font = (name: string) => join(process.cwd(), 'public', 'fonts', `${name}.ttf`)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A light text colour on a dark background, a dark one on a light background. */
function inkOn(background: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(background.slice(at, at + 2), 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#161614' : '#fdfdfb'
}

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

/** The picture of a shared link, as JPEG: an uncropped work on its own colour, with its label. */
export async function drawShareCard({ background, picture, small, title, lines }: ShareCard) {
  const work =
    picture &&
    (await sharp(picture)
      .resize(shareWidth - 3 * margin - column, shareHeight - 2 * margin, { fit: 'inside' })
      .toBuffer({ resolveWithObject: true }))
  const left = work ? 2 * margin + work.info.width : margin
  const width = shareWidth - left - margin
  const ink = inkOn(background)
  const write = (text: string, face: string, size: number) =>
    sharp({
      text: {
        text: `<span foreground="${ink}">${escaped(text)}</span>`,
        font: `${face === 'display' ? 'Bricolage Grotesque SemiBold' : 'Instrument Sans'} ${size}`,
        fontfile: font(face),
        width,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const size = title.length > 28 || width < 400 ? 46 : 64
  const parts = await Promise.all([
    small && write(shortened(small, 60), 'regular', 27),
    write(shortened(title, 80), 'display', size),
    ...lines.map((line) => write(shortened(line, 80), 'regular', 27)),
  ])
  const gap = 22
  const shown = parts.filter((part) => part !== '')
  let top = shareHeight - margin - shown.reduce((sum, { info }) => sum + info.height + gap, -gap)
  const words = shown.map(({ data, info }) => {
    const at = { input: data, left, top: Math.max(0, top) }
    top += info.height + gap
    return at
  })
  const pictures = work
    ? [{ input: work.data, left: margin, top: Math.round((shareHeight - work.info.height) / 2) }]
    : []
  const image = await sharp({ create: { width: shareWidth, height: shareHeight, channels: 3, background } })
    .composite([...pictures, ...words])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(image)
}
