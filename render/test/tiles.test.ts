import sharp from 'sharp'
import { expect, test } from 'vitest'
import { refusal, setup, tile } from './setup.js'

const { pictures } = await setup()

/** gradient returns a picture whose colour depends on the place: red grows to the right, green down. */
function gradient(width: number, height: number) {
  const data = Buffer.alloc(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set([(255 * x) / width, (255 * y) / height, 90], 3 * (y * width + x))
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** names returns the files of a tile service of level 0, as the IIIF Image API 3.0 defines them. */
function names(width: number, height: number, side: number, wholeUpTo: number) {
  const out = ['full/max']
  for (let factor = 1; ; factor *= 2) {
    const [w, h] = [Math.ceil(width / factor), Math.ceil(height / factor)]
    if (factor > 1 && Math.max(w, h) <= wholeUpTo) out.push(`full/${w},${h}`)
    if (Math.max(w, h) <= side) return out.sort()
    for (let y = 0; y < h; y += side) {
      for (let x = 0; x < w; x += side) {
        const region = [x, y, Math.min(side, Math.ceil(width / factor) - x), Math.min(side, h - y)]
        const [rw, rh] = [Math.min(side * factor, width - x * factor), Math.min(side * factor, height - y * factor)]
        out.push(`${x * factor},${y * factor},${rw},${rh}/${region[2]},${region[3]}`)
      }
    }
  }
}

test('files have the names of their addresses, for odd sizes and every orientation', async () => {
  for (const [width, height, orientation] of [
    [1501, 1003, 1],
    [700, 1301, 6],
    [1025, 300, 3],
  ] as const) {
    const original = await gradient(width, height).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    const { picture, files, info } = await tile(pictures, original, { side: 256, wholeUpTo: 1024 })
    const [w, h] = orientation === 6 ? [height, width] : [width, height]
    const what = `${width} × ${height}, orientation ${orientation}`
    expect([picture.width, picture.height, info!.width, info!.height], what).toEqual([w, h, w, h])
    expect(files.map((file) => file.name).sort(), what).toEqual(names(w, h, 256, 1024))
    expect(info!.scaleFactors, what).toEqual([1, 2, 4, 8].slice(0, info!.scaleFactors.length))
    for (const f of files) {
      const m = await sharp(f.bytes).metadata()
      expect([m.format, m.width, m.height], `${what}: ${f.name}`).toEqual(['jpeg', f.width, f.height])
      const [region = ''] = f.name.split('/')
      if (region === 'full' || orientation !== 1) continue
      // The middle of a tile shows the middle of its region.
      const [x = 0, y = 0, rw = 0, rh = 0] = region.split(',').map(Number)
      const { data } = await sharp(f.bytes).raw().toBuffer({ resolveWithObject: true })
      const at = 3 * (Math.floor(f.height / 2) * f.width + Math.floor(f.width / 2))
      expect(Math.abs(data[at]! - (255 * (x + rw / 2)) / w), `${what}: ${f.name}`).toBeLessThan(6)
      expect(Math.abs(data[at + 1]! - (255 * (y + rh / 2)) / h), `${what}: ${f.name}`).toBeLessThan(6)
    }
  }
})

test('an alpha channel without transparency is no obstacle, one with it is', async () => {
  const opaque = await gradient(600, 400).ensureAlpha(1).png().toBuffer()
  expect((await tile(pictures, opaque, { side: 512, wholeUpTo: 512 })).files.length).toBeGreaterThan(1)
  const hole = {
    input: { create: { width: 2, height: 2, channels: 4 as const, background: '#000' } },
    blend: 'dest-out' as const,
    left: 300,
    top: 200,
  }
  const transparent = await gradient(600, 400).ensureAlpha(1).composite([hole]).png().toBuffer()
  const refused = await refusal(tile(pictures, transparent, { side: 512, wholeUpTo: 512 }))
  expect(refused).toMatchObject({ code: 'InvalidArgument', reason: 'TRANSPARENT' })
})
