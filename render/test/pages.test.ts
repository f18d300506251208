import dgram from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Format } from '../src/gen/vitrine/render/v1/render_pb.js'
import { all, convert, folder, refusal, setup } from './setup.js'

const hash = `0x${'0'.repeat(63)}1`
const shop = 'https://shop.example'

// Other programs near the art origin, which no page may reach.
const connections: string[] = []
const tcp = net.createServer((socket) => {
  connections.push('TCP')
  socket.destroy()
})
tcp.listen(0, '127.0.0.1')
const udp = dgram.createSocket('udp4').on('message', () => connections.push('UDP'))
udp.bind(0, '127.0.0.1')
await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
afterAll(() => {
  tcp.close()
  udp.close()
})
const [tcpAddress, udpAddress] = [tcp, udp].map((s) => `127.0.0.1:${(s.address() as AddressInfo).port}`)

/** ways returns functions that each try one way out of a page to one address: everything else of the origin, its other ports, other schemes. */
function ways(): string[] {
  const element = (name: string, set: string, then = '') =>
    `(at) => { const e = document.body.appendChild(Object.assign(document.createElement('${name}'), ${set})); ${then} }`
  const worker = (does: string) => `URL.createObjectURL(new Blob([${does}], { type: 'text/javascript' }))`
  const request = "'fetch(' + JSON.stringify(new URL(at, location.href).href) + ', { mode: \\'no-cors\\' })'"
  const links = ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon', 'stylesheet', 'manifest']
  const leaving = [
    '(at) => { location.href = at }',
    '(at) => location.replace(at)',
    '(at) => navigation.navigate(at).finished',
    element('a', "{ href: at, textContent: 'x' }", 'e.click()'),
    element('a', "{ href: at, download: 'x' }", 'e.click()'),
    element('form', '{ action: at }', 'e.submit()'),
    element('meta', "{ httpEquiv: 'refresh', content: '0;url=' + at }"),
  ]
  const tries = [
    '(at) => window.open(at)',
    element('a', "{ href: at, target: '_blank' }", 'e.click()'),
    element('a', "{ href: '#x', ping: at }", 'e.click()'),
    element('form', "{ action: at, method: 'post', target: '_blank' }", 'e.submit()'),
    element('iframe', '{ src: at }'),
    element('iframe', "{ srcdoc: '<meta http-equiv=refresh content=\"0;url=' + at + '\">' }"),
    element('object', '{ data: at }'),
    element('embed', '{ src: at }'),
    element('img', '{ src: at }'),
    element('video', '{ src: at }'),
    element('script', '{ src: at }'),
    element('style', "{ textContent: '@import url(' + at + ')' }"),
    element(
      'script',
      "{ type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [at] }], prerender: [{ urls: [at] }] }) }",
    ),
    ...links.map((rel) => element('link', `{ rel: '${rel}', as: 'script', href: at }`)),
    "(at) => fetch(at, { mode: 'no-cors', keepalive: true })",
    '(at) => navigator.sendBeacon(at)',
    '(at) => { new EventSource(at) }',
    '(at) => import(at)',
    "(at) => { new WebSocket(new URL(at, location.href).href.replace(/^http/, 'ws')) }",
    "(at) => { new WebTransport(new URL(at, location.href).href.replace(/^http:/, 'https:')) }",
    `(at) => { new Worker(${worker(request)}) }`,
    `(at) => { new SharedWorker(${worker(request)}) }`,
    '(at) => { new SharedWorker(at) }',
    '(at) => navigator.serviceWorker.register(at)',
  ]
  const addresses = [
    '/secret',
    `http://${tcpAddress}/`,
    `https://${tcpAddress}/`,
    `ftp://${tcpAddress}/`,
    `https://${udpAddress}/`,
    'file:///etc/passwd',
  ]
  const peer = `() => {
    const iceServers = [{ urls: 'stun:${udpAddress}' }, { urls: 'turn:${tcpAddress}?transport=tcp', username: 'a', credential: 'b' }]
    const peer = new RTCPeerConnection({ iceServers })
    peer.createDataChannel('x')
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  }`
  // A redirect is a way out, too. A page that tries to leave while it is loading requests nothing any more, so these ways come last.
  const each = (ways: string[]) => ['/works/moved/', '/works/away/', ...addresses].flatMap((at) => ways.map((t) => `() => (${t})('${at}')`))
  return [peer, ...each(tries), ...each(leaving)]
}

/**
 * everyWay tries one way out after the other, ten milliseconds apart, and waits for another second. The page isn't loaded, and so isn't drawn, before a
 * frame in it, whose scripts are busy for eight seconds, or less once they get a message. The page's own scripts can't do that: a page that is still
 * loading counts as loaded once it tries to go elsewhere. Timers don't do either: a page behind a popup gets one a second.
 */
function everyWay(): string {
  const begin = '<script>var done = false; onmessage = () => { done = true }</script>'
  const busy = '<script>for (const end = performance.now() + 2; !done && performance.now() < end; );</script>'
  const source = (html: string) => JSON.stringify(html).replaceAll('</', '<\\/')
  return `
    const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { hidden: true }))
    frame.srcdoc = ${source(begin)} + ${source(busy)}.repeat(4000)
    const attempts = [
      ${ways().join(',\n      ')}
    ]
    const { port1, port2 } = new MessageChannel()
    const began = performance.now()
    let next = 0
    port1.onmessage = () => {
      const now = performance.now() - began
      if (next < attempts.length && now > 10 * next) {
        try { Promise.resolve(attempts[next++]()).catch(() => {}) } catch {}
      }
      if (now < 10 * attempts.length + 1000) return port2.postMessage('')
      for (const e of [...document.body.children]) if (e !== frame) e.remove()
      document.body.style.background = '#0a0'
      frame.contentWindow.postMessage('', '*')
    }
    port2.postMessage('')`
}

/** A work that follows the messages: red grows with the time until growsTo, blue is the hash. */
const grows = `
  addEventListener('message', ({ data }) => {
    const red = data.time === 15.5 ? 0 : Math.round(16 * data.time)
    document.body.style.background = 'rgb(' + red + ', 0, ' + Number(data.hash) + ')'
    parent.postMessage({ type: 'rendered', hash: data.hash, time: data.time }, '*')
  })
  parent.postMessage({ type: 'ready' }, '*')`

const scripts: Record<string, string> = {
  '/works/1/': grows,
  // Red is the time zone, green the language, blue whether motion is reduced.
  '/works/2/': `
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone === 'Pacific/Auckland' ? 200 : 0
    const language = navigator.language.startsWith('ar') ? 200 : 0
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches ? 200 : 0
    document.body.style.background = 'rgb(' + zone + ', ' + language + ', ' + still + ')'`,
  '/works/3/': "document.body.style.background = '#0a0'; throw new Error('boom')",
  '/works/4/': everyWay(),
  '/works/5/': 'for (;;) {}',
  '/works/6/': "fetch('/secret').catch(() => {})",
}

const requested: string[] = []
const server = http.createServer((req, res) => {
  requested.push(req.url ?? '')
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://art.example')
  const script = scripts[pathname]
  if (pathname === '/works/moved/') res.writeHead(302, { location: '/works/1/' })
  else if (pathname === '/works/away/') res.writeHead(302, { location: `http://${tcpAddress}/` })
  else {
    res.writeHead(script === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(searchParams.has('unprotected')
        ? {}
        : {
            'content-security-policy': `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors ${shop}`,
          }),
    })
  }
  res.end(`<!doctype html><style>body { margin: 0; background: #fff; }</style><body><script>${script}</script>`)
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
afterAll(() => server.close())

const env = {
  ART_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  PUBLIC_URL: shop,
  RENDER_BROWSER: process.getuid?.() === 0 ? '--no-sandbox' : '',
  RENDER_PAGE_LIMIT: '120',
}
const { pages, temp } = await setup(env)
const size = { width: 160, height: 100 }
const starts = all ? 25 : 2

async function middle(picture: Uint8Array) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([160, 100])
  const at = 3 * (50 * 160 + 80)
  return [...data.subarray(at, at + 3)]
}

test('a page is drawn in its window, here and elsewhere, and its browser ends', async () => {
  for (const [elsewhere, format, want] of [
    [true, Format.PNG, [200, 200, 200]],
    [false, Format.JPEG, [0, 0, 200]],
  ] as const) {
    if (!elsewhere && !all) continue
    const { picture } = await pages.draw({ path: '/works/2/', ...size, format, elsewhere, strict: true })
    expect((await sharp(picture).metadata()).format).toBe(format === Format.PNG ? 'png' : 'jpeg')
    const got = await middle(picture)
    expect(Math.max(...got.map((level, i) => Math.abs(level - want[i]!))), `elsewhere ${elsewhere}: ${got}`).toBeLessThan(2)
  }
  const [root = ''] = readdirSync(temp)
  expect(readdirSync(join(temp, root)), 'files of jobs are left').toEqual([])
  expect(processesWith(temp), 'processes of browsers are left').toEqual([])
})

/** processesWith returns the processes that have a text in their command. */
const processesWith = (text: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

test('a page that throws, or requests what its policy blocks, is refused by a strict browser, with the message', async () => {
  const strict = await refusal(pages.draw({ path: '/works/3/', ...size, format: Format.PNG, strict: true }))
  expect(strict).toEqual({ code: 'InvalidArgument', reason: 'PAGE_ERROR', message: 'Uncaught Error: boom' })
  if (!all) return
  const blocked = await refusal(pages.draw({ path: '/works/6/', ...size, format: Format.PNG, strict: true }))
  expect(blocked).toMatchObject({ reason: 'PAGE_ERROR', message: expect.stringContaining('Content Security Policy') })
})

test('a page reaches nothing but itself, in no way, also without the policy of the art origin', { timeout: 5 * 60_000 }, async () => {
  for (const query of all ? [`?hash=${hash}`, '?unprotected'] : ['?unprotected']) {
    requested.length = 0
    const { picture } = await pages.draw({ path: `/works/4/${query}`, ...size, format: Format.PNG })
    expect(await middle(picture), query).toEqual([0, 170, 0])
    expect(requested, query).toEqual([`/works/4/${query}`])
    expect(connections, query).toEqual([])
  }
})

test('a page that the origin doesn’t serve is temporary, and a redirect isn’t followed', async () => {
  for (const path of ['/works/9/', '/works/moved/', '/works/away/']) {
    requested.length = 0
    expect(await refusal(pages.draw({ path, ...size, format: Format.PNG })), path).toMatchObject({ code: 'Unavailable' })
    expect([...requested, ...connections], 'redirects are followed').toEqual([path])
  }
})

test.runIf(all)('a page that never ends is too slow', async () => {
  const short = await setup({ ...env, RENDER_PAGE_LIMIT: '2' })
  const slow = await refusal(short.pages.draw({ path: '/works/5/', ...size, format: Format.PNG }))
  expect(slow).toMatchObject({ code: 'InvalidArgument', reason: 'PAGE_TOO_SLOW' })
})

test('a film shows an edition grow', async () => {
  const { film, ...rest } = await pages.film({ path: `/works/1/?hash=${hash}`, hash, ...size })
  expect(rest).toMatchObject({ width: 160, height: 100, milliseconds: 1600 + 30 * 120 })
  const m = await sharp(film, { animated: true }).metadata()
  expect([m.pages, m.loop, m.delay?.[0], m.delay?.[1]]).toEqual([31, 0, 1600, 120])
  for (const [frame, red] of [
    [0, 0],
    [1, 56],
    [30, 242],
  ] as const) {
    const got = await middle(await sharp(film, { page: frame }).png().toBuffer())
    expect(Math.abs(got[0]! - red) + Math.abs(got[2]! - 1), `frame ${frame}: ${got}`).toBeLessThan(4)
  }
})

test(`${2 * starts} starts of a browser that doesn’t work fail ${2 * starts} jobs and nothing else`, { timeout: 10 * 60_000 }, async () => {
  const commands = folder('browser')
  const script = (name: string, does: string) => {
    writeFileSync(join(commands, name), `#!/bin/sh\n${does}\n`)
    chmodSync(join(commands, name), 0o755)
    return join(commands, name)
  }
  for (const command of ['/bin/false', script('soon', `sleep 0.05; env >>${commands}/env`)]) {
    const broken = await setup({ ...env, RENDER_BROWSER: command, SERVICE_SECRET: 'secret' })
    const draw = () => refusal(broken.pages.draw({ path: '/works/1/', ...size, format: Format.PNG }))
    for (const refused of await Promise.all(Array.from({ length: starts }, draw))) {
      expect(refused, command).toMatchObject({ code: 'Unavailable' })
    }
    if (!all && command === '/bin/false') continue
    const good = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    expect((await convert(broken.pictures, good, { outputs: [{ name: '', format: Format.JPEG }] })).files.length, command).toBe(1)
  }
  const lines = readFileSync(join(commands, 'env'), 'utf8').trim().split('\n')
  const names = new Set(lines.map((line) => line.split('=')[0]))
  // Shells add PWD, OLDPWD, SHLVL and _.
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'PWD', 'OLDPWD', 'SHLVL', '_']) names.delete(name)
  expect([...names], 'a browser knows more than it needs').toEqual([])

  if (!all) return
  const missing = await setup({ ...env, RENDER_BROWSER: '/no/browser' })
  expect(await refusal(missing.pages.film({ path: '/works/1/', hash, ...size }))).toMatchObject({ code: 'Unavailable' })
})

test('without a browser, drawing is not available', async () => {
  const none = await setup({ ...env, RENDER_BROWSER: 'none' })
  expect((await none.pages.getBrowser({})).available).toBe(false)
  const refused = await refusal(none.pages.draw({ path: '/works/1/', ...size, format: Format.PNG }))
  expect(refused).toMatchObject({ code: 'FailedPrecondition', reason: 'NO_BROWSER' })
})

test('only pages of the art origin can be requested', async () => {
  const bad = [
    '',
    'works/1/',
    '//evil.example/',
    '/works/1/#top',
    '/\\evil.example',
    '/a/../works/1/',
    '@evil.example/',
    `/${'x'.repeat(300)}`,
  ]
  for (const path of bad) {
    expect(await refusal(pages.draw({ path, ...size, format: Format.PNG })), path).toMatchObject({ code: 'OutOfRange' })
  }
})
