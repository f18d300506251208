import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { SecureClientSessionOptions } from 'node:http2'
import net from 'node:net'
import { create } from '@bufbuild/protobuf'
import { createClient, type Interceptor } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Fit, Format, InspectRequestSchema, PictureService } from '../src/gen/vitrine/render/v1/render_pb.js'
import { all, childrenOf, convert, fleet, folder, inspect } from './setup.js'

const main = new URL('../dist/main.js', import.meta.url).pathname
const keys = await fleet('catalog')
const started: ChildProcess[] = []
afterAll(() => {
  for (const p of started) p.kill('SIGKILL')
})

/** run starts the program as operators do, and returns a client once it serves. */
async function run(temp = folder('render'), env: NodeJS.ProcessEnv = {}) {
  const program = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ADDR: '127.0.0.1:0',
      INTERNAL_ADDR: '127.0.0.1:0',
      PUBLIC_KEYS_FILE: keys.file,
      RENDER_TEMP: temp,
      RENDER_BROWSER: 'none',
      ...env,
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
  return { program, lines, temp, addr, metrics, pictures: client(`http://${addr}`) }
}

const signed: Interceptor = (next) => async (req) => {
  req.header.set('vitrine-principal', await keys.token('catalog'))
  return next(req)
}
const client = (baseUrl: string, nodeOptions: SecureClientSessionOptions = {}) =>
  createClient(PictureService, createGrpcTransport({ baseUrl, nodeOptions, interceptors: [signed] }))

const small = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#808080' } })
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

test('variables that are almost settings are refused, and no others', () => {
  const check = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [main, 'settings', 'check'], { env: { PUBLIC_KEYS_FILE: keys.file, ...env }, encoding: 'utf8' })
  expect(check({ RENDER_MEMROY: '1', tls_cert_fil: 'x' }).stderr).toMatch(
    /RENDER_MEMROY is not a setting: did you mean RENDER_MEMORY\?.*tls_cert_fil is not a setting: did you mean TLS_CERT_FILE\?/,
  )
  // A file of settings may be shared with other processes, and platforms add variables.
  const known = readFileSync(new URL('../../kit/known.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)
  const own = /^(ADDR|INTERNAL_ADDR|PUBLIC_KEYS_FILE|TLS_.*_FILE|ART_ORIGIN|PUBLIC_URL|RENDER_.*)$/
  const others = Object.fromEntries(known.filter((name) => !own.test(name)).map((name) => [name, 'x']))
  const { status, stderr } = check({
    ...others,
    RENDER_URL: 'x',
    SSL_CERT_FILE: 'x',
    RENDER_SERVICE_HOST: '10.0.0.1',
    RENDER_JOBS_PORT: 'tcp://10.0.0.1:80',
    RENDER_MEMRY: '',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
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
      yield create(InspectRequestSchema, { part: { case: 'chunk', value: small } })
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

test('with TLS, callers need a certificate of the authority', async () => {
  const files = folder('certificates')
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: files, stdio: 'ignore' })
  /** issue makes a key and a certificate, by an authority or else by itself. */
  const issue = (name: string, authority?: string) => {
    const by = authority ? ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-addext', 'subjectAltName=IP:127.0.0.1'] : []
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
      ...by,
    )
  }
  issue('authority')
  issue('render', 'authority')
  issue('catalog', 'authority')
  issue('stranger')
  const env = { TLS_CERT_FILE: `${files}/render.crt`, TLS_KEY_FILE: `${files}/render.key`, TLS_CA_FILE: `${files}/authority.crt` }
  const { addr, metrics } = await run(undefined, env)
  const read = (name: string) => readFileSync(`${files}/${name}`)
  const ca = read('authority.crt')
  const inspected = (options: SecureClientSessionOptions) => inspect(client(`https://${addr}`, options), small)
  expect((await inspected({ ca, cert: read('catalog.crt'), key: read('catalog.key') })).width).toBe(300)
  for (const [what, options] of Object.entries({
    'no certificate': { ca },
    'a certificate of nobody known': { ca, cert: read('stranger.crt'), key: read('stranger.key') },
  })) {
    await expect(inspected(options), what).rejects.toThrow()
  }
  const environment = { ...process.env, ...env, ADDR: addr, INTERNAL_ADDR: metrics }
  expect(spawnSync(process.execPath, [main, 'healthcheck'], { env: environment }).status).toBe(0)
})

test('children end with a program that is killed, and the next one removes its files', async () => {
  const { program, pictures, temp } = await run()
  const call = convert(pictures, small, { outputs }).catch(() => 'cut')
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
