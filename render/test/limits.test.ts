import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Fit, Format } from '../src/gen/vitrine/render/v1/render_pb.js'
import { all, childrenOf, convert, inspect, refusal, setup, tile } from './setup.js'

const blank = (width: number, height: number, background = '#345678') => sharp({ create: { width, height, channels: 3, background } })
const noisy = (side: number) => sharp(randomBytes(3 * side * side), { raw: { width: side, height: side, channels: 3 } })
const webp = [{ name: 'webp', format: Format.WEBP, width: 320 }]
/** Files that keep a child busy for seconds. */
const slow = Array.from({ length: 20 }, () => ({ name: 'avif', format: Format.AVIF, width: 1500, height: 1500, fit: Fit.COVER }))
const good = await blank(64, 48).png().toBuffer()

test('limits of the caller and of the deployment are named in the refusal', async () => {
  const { pictures } = await setup({ RENDER_MAX_PIXELS: '1000000', RENDER_MAX_BYTES: '50000' })
  const cases: [Buffer, Parameters<typeof inspect>[2], string, RegExp][] = [
    [await blank(1001, 1000).png().toBuffer(), {}, 'TOO_MANY_PIXELS', /1001 × 1000 pixels.*at most 1 million/],
    [await blank(500, 401).png().toBuffer(), { limits: { maxPixels: 200_000n } }, 'TOO_MANY_PIXELS', /500 × 401 pixels/],
    [await blank(1001, 1000).png().toBuffer(), { limits: { maxPixels: 9_000_000n } }, 'TOO_MANY_PIXELS', /at most 1 million/],
    [await noisy(400).png().toBuffer(), {}, 'TOO_MANY_BYTES', /larger than 0 MB/],
  ]
  for (const [original, job, reason, message] of cases) {
    const refused = await refusal(inspect(pictures, original, job))
    expect(refused).toMatchObject({ code: 'InvalidArgument', reason })
    expect(refused.message).toMatch(message)
  }
})

test('a progressive JPEG that takes too much memory is refused by its header', async () => {
  const { pictures } = await setup({ RENDER_MEMORY: String(128 << 20) })
  const original = await blank(3000, 3000).jpeg({ progressive: true }).toBuffer()
  const refused = await refusal(convert(pictures, original, { outputs: webp }))
  expect(refused).toMatchObject({ code: 'InvalidArgument', reason: 'TOO_MUCH_MEMORY' })
  expect(refused.message).toMatch(/128 MB/)
  const baseline = await blank(3000, 3000).jpeg().toBuffer()
  expect((await convert(pictures, baseline, { outputs: webp })).files[0]!.width).toBe(320)
})

test('a job that uses more memory than allowed ends alone', async () => {
  const { pictures, program } = await setup({ RENDER_MEMORY: String(128 << 20) })
  // The header is harmless, but encoding AVIF takes some seconds and hundreds of MB.
  const original = await blank(3400, 3400).png().toBuffer()
  const refused = await refusal(convert(pictures, original, { outputs: [{ name: '', format: Format.AVIF }] }))
  expect(refused).toMatchObject({ code: 'InvalidArgument', reason: 'TOO_MUCH_MEMORY' })
  expect((await convert(pictures, good, { outputs: webp })).files[0]!.width).toBe(64)
  expect(program.counts()).toMatchObject({ running: 0, waiting: 0 })
})

test.runIf(all)('tiles of a JPEG of 200 megapixels take less than 300 MB', { timeout: 10 * 60_000 }, async () => {
  const { pictures } = await setup({ RENDER_MEMORY: String(300 << 20) })
  const original = await blank(20_000, 10_000).jpeg().toBuffer()
  const { info } = await tile(pictures, original, { side: 512, wholeUpTo: 4096 })
  expect(info).toMatchObject({ width: 20_000, height: 10_000, scaleFactors: [1, 2, 4, 8, 16, 32, 64] })
})

test('a job whose child crashes is done again, and the picture is blamed for the second crash', async () => {
  const before = childrenOf(process.pid)
  const { pictures, temp } = await setup()
  /** crash crashes the job's child once a file exists. */
  const crash = async (file: string) => {
    const exists = () => readdirSync(temp, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith(file))
    await expect.poll(exists, { interval: 5 }).toBe(true)
    for (const pid of childrenOf(process.pid)) if (!before.includes(pid)) process.kill(Number(pid), 'SIGSEGV')
  }
  const outputs = [...webp, ...slow.slice(0, 1)]
  const call = convert(pictures, good, { outputs })
  await crash('/1/0')
  expect((await call).files.map((file) => file.name)).toEqual(['webp', 'avif'])
  const refused = refusal(convert(pictures, good, { outputs: [...webp, ...slow.slice(1)] }))
  await crash('/2/0')
  await crash('/2/again/0')
  expect(await refused).toMatchObject({ code: 'InvalidArgument', reason: 'DAMAGED' })
})

test('a job that uses more processor time than allowed ends alone', async () => {
  const { pictures } = await setup({ RENDER_CPU_LIMIT: '1' })
  const refused = await refusal(convert(pictures, good, { outputs: slow }))
  expect(refused).toMatchObject({ code: 'InvalidArgument', reason: 'TOO_MUCH_TIME' })
  expect((await convert(pictures, good, { outputs: webp })).files[0]!.width).toBe(64)
})

test('urgent jobs run beside the others, and too many jobs are refused', async () => {
  const { pictures, program } = await setup({ RENDER_JOBS: '1', RENDER_WAITING: '2' })
  const abort = new AbortController()
  const calls = [1, 2, 3].map(() => convert(pictures, good, { outputs: slow }, abort.signal).catch(() => 'ended'))
  await expect.poll(() => program.counts()).toMatchObject({ running: 1, waiting: 2 })
  expect(await refusal(convert(pictures, good, { outputs: webp }))).toMatchObject({ code: 'ResourceExhausted', reason: 'BUSY' })
  abort.abort()
  expect(await Promise.all(calls)).toEqual(['ended', 'ended', 'ended'])
  // The caller is gone, so nothing continues.
  await expect.poll(() => program.counts()).toMatchObject({ running: 0, waiting: 0 })

  const again = new AbortController()
  const first = convert(pictures, good, { outputs: slow }, again.signal).catch(() => 'ended')
  await expect.poll(() => program.counts()).toMatchObject({ running: 1 })
  expect((await convert(pictures, good, { job: { urgent: true }, outputs: webp })).files[0]!.width).toBe(64)
  expect(program.counts()).toMatchObject({ running: 1 })
  again.abort()
  expect(await first).toBe('ended')
})

test('a deadline ends the job', async () => {
  const { pictures, program } = await setup({ RENDER_JOBS: '1' })
  const late = refusal(convert(pictures, good, { outputs: slow }, undefined, 500))
  expect(await late).toMatchObject({ code: 'DeadlineExceeded' })
  await expect.poll(() => program.counts()).toMatchObject({ running: 0, waiting: 0 })
})
