import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { create } from '@bufbuild/protobuf'
import { createClient, type Interceptor } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Fit, Format, InspectRequestSchema, PictureService } from '../src/gen/vitrine/render/v1/render_pb.js'
import { all, childrenOf, convert, fleet, folder } from './setup.js'

const main = new URL('../dist/main.js', import.meta.url).pathname
const keys = await fleet('catalog')
const started: ChildProcess[] = []
afterAll(() => {
  for (const p of started) p.kill('SIGKILL')
})

/** run starts the program as operators do, and returns a client once it serves. */
async function run(temp = folder('render')) {
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
  await expect.poll(() => lines.some((line) => line.msg === 'serving')).toBe(true)
  const { addr = '', metrics = '' } = lines.find((line) => line.msg === 'serving') ?? {}
  const signed: Interceptor = (next) => async (req) => {
    req.header.set('vitrine-principal', await keys.token('catalog'))
    return next(req)
  }
  const pictures = createClient(PictureService, createGrpcTransport({ baseUrl: `http://${addr}`, interceptors: [signed] }))
  return { program, lines, temp, addr, metrics, pictures }
}

const small = sharp({ create: { width: 300, height: 200, channels: 3, background: '#808080' } })
  .png()
  .toBuffer()
/** Files of enough pixels to keep a child busy for seconds. */
const outputs = Array.from({ length: 20 }, () => ({ name: '', format: Format.AVIF, width: 1500, height: 1500, fit: Fit.COVER }))

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
  expect(await (await fetch(`http://${metrics}/metrics`)).text()).toMatch(/^vitrine_render_running 0$/m)
  // The call runs until its original has arrived.
  let send = () => {}
  const sending = new Promise<void>((resolve) => {
    send = resolve
  })
  const call = pictures.inspect(
    (async function* () {
      yield create(InspectRequestSchema, { part: { case: 'job', value: {} } })
      await sending
      yield create(InspectRequestSchema, { part: { case: 'chunk', value: await small } })
    })(),
  )
  call.catch(() => {})
  await expect.poll(() => readdirSync(temp, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('/original'))).toBe(true)
  const exit = once(program, 'exit')
  program.kill('SIGTERM')
  await expect.poll(() => lines.some((line) => line.msg === 'stopping')).toBe(true)
  send()
  expect((await call).picture?.width).toBe(300)
  expect(await exit).toEqual([0, null])
  expect(readdirSync(temp)).toEqual([])
})

test('a connection that sends nothing, or not enough, is closed and delays no other', async () => {
  const { addr } = await run()
  const [host = '', port = ''] = addr.split(':')
  for (const bytes of ['', 'PRI', 'GET / HTTP/1.1\r\n']) {
    const socket = net.connect(Number(port), host)
    socket.on('error', () => {}).resume()
    const closed = once(socket, 'close')
    if (bytes) socket.write(bytes)
    expect((await fetch(`http://${addr}/healthz`)).status, bytes).toBe(200)
    if (all || bytes === 'PRI') await closed
    socket.destroy()
  }
})

test('children end with a program that is killed, and the next one removes its files', async () => {
  const { program, pictures, temp } = await run()
  const call = convert(pictures, await small, { outputs }).catch(() => 'cut')
  let children: string[] = []
  await expect
    .poll(() => {
      children = childrenOf(program.pid!)
      return children.length
    })
    .toBe(1)
  program.kill('SIGKILL')
  expect(await call).toBe('cut')
  await expect.poll(() => existsSync(`/proc/${children[0]}`)).toBe(false)
  const left = readdirSync(temp)
  expect(left.length).toBe(1)
  await run(temp)
  expect(readdirSync(temp)).not.toContain(left[0])
})
