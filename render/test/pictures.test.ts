import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { Fit, Format, Quality } from '../src/gen/vitrine/render/v1/render_pb.js'
import { all, convert, folder, inspect, type Made, refusal, setup } from './setup.js'

const { pictures } = await setup()

const width = 240
const height = 160
/** Four colours in the quarters of a picture that is wider than high. */
const quarters = [
  [200, 60, 60],
  [60, 160, 70],
  [50, 80, 190],
  [230, 180, 40],
] as const

/** chart returns a picture of four colours. */
function chart(w = width, h = height) {
  const data = Buffer.alloc(3 * w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) data.set(quarters[(y < h / 2 ? 0 : 2) + (x < w / 2 ? 0 : 1)]!, 3 * (y * w + x))
  }
  return sharp(data, { raw: { width: w, height: h, channels: 3 } })
}

/** colors returns the colours in the middle of the quarters. */
async function colors(file: Made) {
  const raw = file.format === Format.RGBA ? { raw: { width: file.width, height: file.height, channels: 4 as const } } : {}
  const { data, info } = await sharp(file.bytes, raw).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
      return [...data.subarray(at, at + 3)]
    }),
  )
}

function expectColors(got: number[][], want: readonly (readonly number[])[], within: number, what: string) {
  for (const [i, color] of want.entries()) {
    for (const [c, level] of color.entries()) {
      expect(Math.abs(got[i]![c]! - level), `${what}: quarter ${i} is ${got[i]}, want ${color}`).toBeLessThanOrEqual(within)
    }
  }
}

const rgba = { name: 'rgba', format: Format.RGBA }

/** adobeRGB writes the profile Adobe RGB (1998) to a file: its primaries, adapted to D50, and its gamma. */
function adobeRGB() {
  const signature = (s: string) => Buffer.from(s, 'latin1')
  const fixed = (n: number) => {
    const b = Buffer.alloc(4)
    b.writeInt32BE(Math.round(n * 65536))
    return b
  }
  const xyz = (...values: number[]) => Buffer.concat([signature('XYZ \0\0\0\0'), ...values.map(fixed)])
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33\0\0', 'latin1') // 2.19921875
  const tags: [string, Buffer][] = [
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.60974, 0.31111, 0.01947)],
    ['gXYZ', xyz(0.20528, 0.62567, 0.06087)],
    ['bXYZ', xyz(0.14919, 0.06322, 0.74457)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const header = Buffer.alloc(132)
  for (const [at, text] of [
    [8, '\x02\x10'],
    [12, 'mntrRGB XYZ '],
    [36, 'acsp'],
  ] as const)
    header.set(signature(text), at)
  header.set(Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]), 68)
  header.writeUInt32BE(tags.length, 128)
  let at = 132 + 12 * tags.length
  const table = tags.map(([name, data]) => {
    const entry = Buffer.alloc(12)
    entry.set(signature(name))
    entry.writeUInt32BE(at, 4)
    entry.writeUInt32BE(data.length, 8)
    at += data.length
    return entry
  })
  header.writeUInt32BE(at, 0)
  const path = join(folder('profiles'), 'adobe.icc')
  writeFileSync(path, Buffer.concat([header, ...table, ...tags.map(([, data]) => data)]))
  return path
}

test('colours are those of the original in every profile, depth and format', async () => {
  const fine = { quality: 100, chromaSubsampling: '4:4:4' } as const
  const p3 = await chart().withIccProfile('p3').png().toBuffer()
  const adobe = await chart().withIccProfile(adobeRGB()).png().toBuffer()
  const profile = adobe.indexOf('iCCP') - 4
  const bytes = Buffer.concat([adobe.subarray(0, profile), adobe.subarray(profile + 12 + adobe.readUInt32BE(profile))])
  expect((await colors({ format: Format.PNG, bytes } as Made))[1]![0], 'green without its profile').toBeGreaterThan(70)
  const originals = {
    'PNG in Adobe RGB': adobe,
    'JPEG in Adobe RGB': await sharp(adobe).keepIccProfile().jpeg(fine).toBuffer(),
    'TIFF with 16 bits in Adobe RGB': await sharp(adobe).keepIccProfile().toColourspace('rgb16').tiff().toBuffer(),
    'WebP in Display P3': await sharp(p3).keepIccProfile().webp({ lossless: true }).toBuffer(),
    'AVIF in Display P3': await sharp(p3).keepIccProfile().avif(fine).toBuffer(),
    'TIFF with 16 bits': await chart().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer(),
    'JPEG in sRGB': await chart().jpeg(fine).toBuffer(),
    'JPEG in Display P3': await sharp(p3).keepIccProfile().jpeg(fine).toBuffer(),
    'PNG with 16 bits in Display P3': await sharp(p3).keepIccProfile().toColourspace('rgb16').png().toBuffer(),
    'PNG with 16 bits': await chart().toColourspace('rgb16').png().toBuffer(),
    TIFF: await chart().tiff().toBuffer(),
    'TIFF with LZW in Display P3': await sharp(p3).keepIccProfile().tiff({ compression: 'lzw' }).toBuffer(),
    AVIF: await chart().avif(fine).toBuffer(),
    WebP: await chart().webp({ lossless: true }).toBuffer(),
    GIF: await chart().gif().toBuffer(),
  }
  for (const [what, original] of Object.entries(originals)) {
    const { files } = await convert(pictures, original, { outputs: [rgba, { name: 'webp', format: Format.WEBP, width: 120 }] })
    expectColors(await colors(files[0]!), quarters, 3, what)
    expectColors(await colors(files[1]!), quarters, 3, `${what} as WebP`)
  }
})

test('greys with 16 bits keep their levels', async () => {
  const original = await chart().toColourspace('grey16').png().toBuffer()
  const { picture, files } = await convert(pictures, original, { outputs: [rgba] })
  expect(picture).toMatchObject({ space: 'grey16', bits: 16 })
  const want = await colors({ format: Format.PNG, bytes: await chart().toColourspace('b-w').png().toBuffer() } as Made)
  expectColors(
    await colors(files[0]!),
    want.map(([level]) => [level!, level!, level!]),
    3,
    'grey16',
  )
})

test('a TIFF with pages shows the first one', async () => {
  const original = await sharp([await chart().png().toBuffer(), await chart().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  expect((await sharp(original).metadata()).pages).toBe(2)
  const { picture, files } = await convert(pictures, original, { outputs: [rgba, { name: 'moving', format: Format.WEBP, moving: true }] })
  expect(picture).toMatchObject({ width, height, frames: 1 })
  expectColors(await colors(files[0]!), quarters, 3, 'the first page')
  expect(files[1]).toMatchObject({ width, height, frames: 1 })
})

/**
 * inSRGB returns what inks look like by a CMYK profile's own table (the tag A2B1, relative colorimetric), evaluated without the library that render uses: curves,
 * a grid of colours between which is interpolated, and curves again give Lab, which becomes sRGB by the matrix for its white, adapted to D50.
 */
function inSRGB(icc: Buffer, inks: number[]) {
  const tags = Array.from({ length: icc.readUInt32BE(128) }, (_, i) => 132 + 12 * i)
  const at = icc.readUInt32BE(tags.find((tag) => icc.toString('latin1', tag, tag + 4) === 'A2B1')! + 4)
  expect(icc.toString('latin1', at, at + 4)).toBe('mft2')
  const [channels, side] = [4, icc[at + 10]!]
  const [before, after] = [icc.readUInt16BE(at + 48), icc.readUInt16BE(at + 50)]
  const value = (i: number) => icc.readUInt16BE(at + 52 + 2 * i)
  const curve = (first: number, count: number, x: number) => {
    const i = Math.min(Math.floor(x * (count - 1)), count - 2)
    const part = x * (count - 1) - i
    return value(first + i) * (1 - part) + value(first + i + 1) * part
  }
  const places = inks.map((ink, i) => (curve(i * before, before, ink / 255) / 65535) * (side - 1))
  const grid = channels * before
  const mixed = [0, 0, 0]
  for (let corner = 0; corner < 2 ** channels; corner++) {
    let [weight, index] = [1, 0]
    for (const [i, place] of places.entries()) {
      const low = Math.min(Math.floor(place), side - 2)
      const up = (corner >> i) & 1
      weight *= up ? place - low : 1 - (place - low)
      index = index * side + low + up
    }
    for (const c of [0, 1, 2]) mixed[c]! += weight * value(grid + 3 * index + c)
  }
  const curves = grid + 3 * side ** channels
  const [l, a, b] = mixed.map((x, c) => curve(curves + c * after, after, x / 65535) / 65280) as [number, number, number]
  const y = (100 * l + 16) / 116
  const [X, Y, Z] = [y + (255 * a - 128) / 500, y, y - (255 * b - 128) / 200].map(
    (t, i) => [0.9642, 1, 0.8249][i]! * (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29)),
  ) as [number, number, number]
  return [
    3.1338561 * X - 1.6168667 * Y - 0.4906146 * Z,
    -0.9787684 * X + 1.9161415 * Y + 0.033454 * Z,
    0.0719453 * X - 0.2289914 * Y + 1.4052427 * Z,
  ].map((linear) => {
    const v = Math.min(Math.max(linear, 0), 1)
    return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))
  })
}

test('CMYK is what its profile says of the inks', async () => {
  const original = await chart().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  const { picture, files } = await convert(pictures, original, { outputs: [rgba] })
  expect(picture).toMatchObject({ space: 'cmyk', bits: 8 })
  const got = await colors(files[0]!)
  const stored = sharp(original, { ignoreIcc: true }).pipelineColourspace('cmyk').toColourspace('cmyk')
  const inks = await stored.raw().toBuffer()
  const { icc } = await sharp(original).metadata()
  const want = [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width))
      return inSRGB(icc!, [...inks.subarray(at, at + 4)])
    }),
  )
  expectColors(got, want, 3, 'CMYK')
  // Red and yellow are what they were before they became inks. No inks of this profile give this green and blue.
  expectColors([got[0]!, got[3]!], [quarters[0], quarters[3]], 5, 'CMYK')
})

test('every orientation in every format that has one', async () => {
  const upright = await colors((await convert(pictures, await chart().png().toBuffer(), { outputs: [rgba] })).files[0]!)
  for (const format of ['jpeg', 'png', 'webp', 'tiff', 'avif'] as const) {
    for (const orientation of all || format === 'jpeg' ? [1, 2, 3, 4, 5, 6, 7, 8] : [6]) {
      // What a camera stores: the picture turned the other way.
      const back: Record<number, number> = { 5: 5, 6: 8, 7: 7, 8: 6 }
      const stored = await turned(chart(), back[orientation] ?? orientation)
      const original = await stored.withMetadata({ orientation }).toFormat(format, { quality: 100 }).toBuffer()
      const { picture, files } = await convert(pictures, original, { outputs: [rgba, { name: 'small', format: Format.JPEG, width: 60 }] })
      const what = `${format}, orientation ${orientation}`
      expect([picture.width, picture.height, files[0]!.width, files[0]!.height, files[1]!.width, files[1]!.height], what).toEqual([
        width,
        height,
        width,
        height,
        60,
        40,
      ])
      expectColors(await colors(files[0]!), upright, 12, what)
    }
  }
})

/** turned applies an EXIF orientation, by the table of the EXIF standard. */
async function turned(s: Sharp, orientation: number) {
  const { data, info } = await s.raw().toBuffer({ resolveWithObject: true })
  const [w, h] = orientation >= 5 ? [info.height, info.width] : [info.width, info.height]
  const out = Buffer.alloc(data.length)
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const [r, b] = [info.width - 1 - x, info.height - 1 - y]
      const [tx, ty] = [
        [x, y],
        [r, y],
        [r, b],
        [x, b],
        [y, x],
        [b, x],
        [b, r],
        [y, r],
      ][orientation - 1] as [number, number]
      data.copy(out, 3 * (ty * w + tx), 3 * (y * info.width + x), 3 * (y * info.width + x) + 3)
    }
  }
  return sharp(out, { raw: { width: w, height: h, channels: 3 } })
}

/** animation returns three frames of one colour each. */
function animation(format: 'gif' | 'webp') {
  const frames = [40, 120, 200].map((level) => Buffer.alloc(3 * 80 * 60, level))
  return sharp(Buffer.concat(frames), { raw: { width: 80, height: 180, channels: 3, pageHeight: 60 } })
    .toFormat(format, { delay: [100, 200, 300], loop: 2, ...(format === 'webp' ? { lossless: true } : {}) })
    .toBuffer()
}

test('animations keep moving, with a still beside them', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const original = await animation(format)
    expect(await inspect(pictures, original), format).toMatchObject({ width: 80, height: 60, frames: 3, milliseconds: 600 })
    const { files } = await convert(pictures, original, {
      outputs: [
        { name: 'still', format: Format.WEBP, width: 40 },
        { name: 'moving', format: Format.WEBP, width: 40, moving: true },
        { name: 'card', format: Format.JPEG, width: 40, moving: true },
      ],
    })
    expect(
      files.map((file) => [file.name, file.width, file.height, file.frames]),
      format,
    ).toEqual([
      ['still', 40, 30, 1],
      ['moving', 40, 30, 3],
      ['card', 40, 30, 1],
    ])
    expect(await sharp(files[1]!.bytes).metadata(), format).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 })
    expect((await sharp(files[0]!.bytes).metadata()).pages ?? 1, format).toBe(1)
    const limited = refusal(inspect(pictures, original, { limits: { still: true } }))
    expect(await limited, format).toMatchObject({ code: 'InvalidArgument', reason: 'TOO_MANY_FRAMES' })
  }
})

test('sizes: within, cover, contain, never enlarged, and what a format can hold', async () => {
  const original = await chart().png().toBuffer()
  const sizes = async (outputs: Parameters<typeof convert>[2]['outputs'], from = original) =>
    (await convert(pictures, from, { outputs })).files.map((file) => [file.width, file.height])
  const format = Format.JPEG
  expect(
    await sizes([
      { name: '', format },
      { name: '', format, width: 100 },
      { name: '', format, height: 100 },
      { name: '', format, width: 100, height: 10 },
      { name: '', format, width: 1000, height: 1000 },
      { name: '', format, width: 64, height: 64, fit: Fit.COVER },
      { name: '', format, width: 600, height: 315, fit: Fit.CONTAIN, background: '#102030' },
      { name: '', format, width: 512, height: 512, fit: Fit.COVER },
    ]),
  ).toEqual([
    [240, 160],
    [100, 67],
    [150, 100],
    [15, 10],
    [240, 160],
    [64, 64],
    [600, 315],
    [512, 512],
  ])
  const scroll = await sharp({ create: { width: 100, height: 20_000, channels: 3, background: '#445566' } })
    .png()
    .toBuffer()
  expect(await sizes([{ name: '', format: Format.WEBP, width: 100 }], scroll)).toEqual([[82, 16383]])
})

test('backgrounds show through transparency; without one it stays', async () => {
  const original = await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  const { picture, files } = await convert(pictures, original, {
    outputs: [
      { name: 'white', format: Format.JPEG },
      { name: 'blue', format: Format.JPEG, background: '#0000ff' },
      { name: 'webp', format: Format.WEBP },
      { name: 'rgba', format: Format.RGBA },
    ],
  })
  expect(picture.hasAlpha).toBe(true)
  expectColors(await colors(files[0]!), [[255, 255, 255]], 1, 'white')
  expectColors(await colors(files[1]!), [[0, 0, 255]], 2, 'blue')
  expect((await sharp(files[2]!.bytes).stats()).isOpaque).toBe(false)
  expect(files[3]!.bytes[3]).toBe(0)
})

test('drawings of few colours are stored without loss, photographs are not', async () => {
  const drawing = await chart(1600, 1000).png().toBuffer()
  const noise = Buffer.alloc(3 * 320 * 200, 0).map((_, i) => (i * 2_654_435_761) >>> 24)
  const photo = await sharp(noise, { raw: { width: 320, height: 200, channels: 3 } })
    .blur(2)
    .png()
    .toBuffer()
  const outputs = [{ name: 'webp', format: Format.WEBP, width: 320 }]
  const [drawn] = (await convert(pictures, drawing, { outputs })).files
  const [taken] = (await convert(pictures, photo, { outputs })).files
  expect([drawn!.lossless, taken!.lossless]).toEqual([true, false])
  expect(await colors(drawn!)).toEqual(quarters)
})

test('a placeholder has some hundred bytes', async () => {
  const { files } = await convert(pictures, await chart().png().toBuffer(), {
    outputs: [{ name: 'blur', format: Format.WEBP, width: 16, quality: Quality.PLACEHOLDER }],
  })
  expect(files[0]!.bytes.length).toBeLessThan(300)
})

test('results have no metadata', async () => {
  const original = await chart()
    .withExif({ IFD0: { Artist: 'Nobody' } })
    .jpeg()
    .toBuffer()
  const outputs = [Format.JPEG, Format.PNG, Format.WEBP, Format.AVIF].map((format) => ({ name: '', format }))
  for (const f of (await convert(pictures, original, { outputs })).files) {
    const { exif, icc, xmp } = await sharp(f.bytes).metadata()
    expect([exif, icc, xmp], `format ${f.format}`).toEqual([undefined, undefined, undefined])
  }
})

test('requests that make no sense are the caller’s fault', async () => {
  const original = await chart().png().toBuffer()
  for (const outputs of [
    [],
    [{ name: '', format: Format.GIF }],
    [{ name: '', format: Format.JPEG, fit: Fit.COVER, width: 9 }],
    [{ name: '', format: Format.JPEG, background: 'red' }],
    [{ name: '', format: Format.JPEG, width: 70_000 }],
  ]) {
    expect(await refusal(convert(pictures, original, { outputs }))).toMatchObject({ code: 'OutOfRange' })
  }
})
