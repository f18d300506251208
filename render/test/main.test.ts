import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Interceptor } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Format, PictureService } from '../src/gen/vitrine/render/v1/render_pb.js'
import { convert, fleet } from './setup.js'

const main = new URL('../dist/main.js', import.meta.url).pathname
const keys = await fleet('catalog')
const started: ChildProcess[] = []
afterAll(() => {
  for (const p of started) p.kill('SIGKILL')
})

/** run starts the program as operators do, and returns a client once it serves. */
async function run(temp = mkdtempSync(join(tmpdir(), 'render-'))) {
  const program = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ADDR: '127.0.0.1:0',
      INTERNAL_ADDR: '127.0.0.1:0',
      PUBLIC_KEYS_FILE: keys.file,
      RENDER_TEMP: temp,
      RENDER_BROWSER: 'none',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(program)
  const lines: { msg: string; addr?: string; metrics?: string }[] = []
  program.stderr.on('data', (data: Buffer) =>
    lines.push(
      ...data
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  )
  await expect.poll(() => lines.some((line) => line.msg === 'serving'), { timeout: 60_000 }).toBe(true)
  const { addr = '', metrics = '' } = lines.find((line) => line.msg === 'serving') ?? {}
  const signed: Interceptor = (next) => async (req) => {
    req.header.set('vitrine-principal', await keys.token('catalog'))
    return next(req)
  }
  const pictures = createClient(PictureService, createGrpcTransport({ baseUrl: `http://${addr}`, interceptors: [signed] }))
  return { program, lines, temp, addr, metrics, pictures }
}

const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
const large = sharp({
  create: { width: 3000, height: 2000, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
})
  .jpeg()
  .toBuffer()
const outputs = Array.from({ length: 12 }, () => ({ name: '', format: Format.AVIF, width: 1500 }))

test('all problems with the settings are reported at once', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'settings', 'check'], {
    env: { PATH: process.env.PATH, RENDER_JOBS: 'many', ART_ORIGIN: 'gallery', TLS_CERT_FILE: 'x' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const name of ['PUBLIC_KEYS_FILE is required', 'RENDER_JOBS', 'ART_ORIGIN', 'TLS_KEY_FILE']) expect(stderr).toContain(name)
})

test('the README lists the settings', () => {
  const { stdout } = spawnSync(process.execPath, [main, 'settings'], { encoding: 'utf8' })
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(stdout)
})

test('it serves probes and metrics, and ends a running call before it stops', async () => {
  const { program, addr, metrics, pictures, lines, temp } = await run()
  expect(await (await fetch(`http://${addr}/healthz`)).text()).toBe('ok\n')
  expect((await fetch(`http://${addr}/readyz`)).status).toBe(200)
  expect((await fetch(`http://${addr}/`)).status).toBe(404)
  const call = convert(pictures, await large, { outputs: outputs.slice(0, 1) })
  await expect.poll(async () => (await fetch(`http://${metrics}/metrics`)).text()).toMatch(/vitrine_render_running 1/)
  const exit = once(program, 'exit')
  program.kill('SIGTERM')
  expect((await call).files.length).toBe(1)
  expect(await exit).toEqual([0, null])
  expect(lines.map((line) => line.msg)).toContain('stopping')
  expect(readdirSync(temp)).toEqual([])
})

test('children end with a program that is killed, and the next one removes its files', async () => {
  const { program, pictures, temp } = await run()
  const call = convert(pictures, await large, { outputs }).catch(() => 'cut')
  let children: string[] = []
  await expect
    .poll(() => {
      children = childrenOf(program.pid!)
      return children.length
    })
    .toBe(1)
  program.kill('SIGKILL')
  expect(await call).toBe('cut')
  await expect.poll(() => existsSync(`/proc/${children[0]}`), { timeout: 60_000 }).toBe(false)
  const left = readdirSync(temp)
  expect(left.length).toBe(1)
  await run(temp)
  expect(readdirSync(temp)).not.toContain(left[0])
})
