import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Format } from '../gen/vitrine/render/v1/render_pb.js'
import type { Report, Work } from '../protocol.js'
import { load, type Opened, open, shot } from './browser.js'
import { sharp } from './formats.js'
import { fromPixels, type Pixels, pixels } from './pixels.js'
import stage from './stage.html'

/** The maximum size of a film in bytes. A film that would be larger is made with half the side. */
const maxFilm = 4 << 20
/** How long a film shows the finished edition, and how long each other frame, in milliseconds. */
const stillTime = 1600
const frameTime = 120
// A work that draws itself is finished at 0 s, starts again at growsFrom and is finished again at growsTo: see docs/operating/art-origin.md.
const growsFrom = 3.5
const growsTo = 15.5
const growthFrames = 30
/** A work that moves is filmed for this number of frames, one each frameTime, and then shown backwards, so that nothing jumps. */
const moveFrames = 18

/** At returns the picture of the edition, seconds after its start. */
type At = (seconds: number) => Promise<Pixels>

/** filmJob does the job film. The first frame is the finished edition, for programs that show only one. */
export async function filmJob(work: Extract<Work, { kind: 'film' }>, folder: string, report: (r: Report) => void): Promise<void> {
  const { page, hash } = work
  const frames = await open(page, folder, false, async (b, served) => {
    const address = `${page.shop}/stage`
    await load(b, address, (r) => {
      if (!r.isNavigationRequest()) return undefined
      const main = r.frame() === b.tab.mainFrame()
      // Only the shop may frame works, so the page around this one has its address.
      if (main && r.url() === address) return { contentType: 'text/html; charset=utf-8', body: stage }
      return !main && r.url() === page.address ? served : undefined
    })
    await show(b, page.address)
    return shoot(async (seconds) => {
      await b.tab.evaluate(`draw(${JSON.stringify(hash)}, ${seconds})`)
      return pixels(sharp(await shot(b)).removeAlpha())
    })
  })
  if (frames.length === 0) return
  let film = await encodeFilm(frames)
  if (film.length > maxFilm) {
    for (const [i, f] of frames.entries()) frames[i] = await halved(f)
    film = await encodeFilm(frames)
  }
  const path = join(folder, 'film')
  await writeFile(path, film)
  const { width, height } = frames[0]!
  report({ kind: 'film', milliseconds: stillTime + frameTime * (frames.length - 1) })
  report({
    kind: 'file',
    file: { name: '', path, format: Format.GIF, width, height, size: film.length, frames: frames.length, lossless: false },
  })
}

/** show opens the page in a frame and waits until it is ready. */
const show = ({ tab }: Opened, page: string) => tab.evaluate(`show(${JSON.stringify(page)})`)

/** shoot returns the frames of a film, the finished edition first; none for a work that looks the same at all times. */
export async function shoot(at: At): Promise<Pixels[]> {
  const first = await at(0)
  const middle = await at((growsFrom + growsTo) / 2)
  const last = await at(growsTo)
  const frames = [first]
  if (!same(first, last)) {
    for (let i = 1; i < moveFrames; i++) frames.push(await at((i * frameTime) / 1000))
    for (let i = moveFrames - 2; i > 0; i--) frames.push(frames[i]!)
    return frames
  }
  if (same(first, middle)) return []
  for (let i = 0; i < growthFrames; i++) frames.push(await at(growsFrom + ((growsTo - growsFrom) * i) / growthFrames))
  return frames
}

const same = (a: Pixels, b: Pixels) => a.data.equals(b.data)

const halved = (frame: Pixels) =>
  pixels(fromPixels(frame).resize({ width: Math.max(1, frame.width >> 1), height: Math.max(1, frame.height >> 1), fit: 'fill' }))

/** encodeFilm returns an endless GIF. Each frame has only the pixels that change. */
function encodeFilm(frames: Pixels[]): Promise<Buffer> {
  const { width, height, channels } = frames[0]!
  const raw = { width, height: height * frames.length, channels, pageHeight: height }
  return sharp(Buffer.concat(frames.map((frame) => frame.data)), { raw, limitInputPixels: false })
    .gif({ loop: 0, delay: frames.map((_, i) => (i === 0 ? stillTime : frameTime)), dither: 0, effort: 4, interPaletteMaxError: 1 })
    .toBuffer()
}
