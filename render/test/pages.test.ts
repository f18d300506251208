import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Format } from '../src/gen/vitrine/render/v1/render_pb.js'
import { convert, refusal, setup } from './setup.js'

const hash = `0x${'0'.repeat(63)}1`
const shop = 'https://shop.example'

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
  '/works/4/': `document.body.style.background = '#0a0'; open('/works/1/'); fetch('/secret').catch(() => {}); location.href = '/secret'`,
  '/works/5/': 'for (;;) {}',
}

const requested: string[] = []
const server = http.createServer((req, res) => {
  requested.push(req.url ?? '')
  const script = scripts[new URL(req.url ?? '', 'http://art.example').pathname]
  if (req.url === '/works/moved/') res.writeHead(302, { location: '/works/1/' })
  else {
    res.writeHead(script === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors ${shop}`,
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
/** Without a browser these tests are skipped, except in CI. */
const browser = process.env.CI || ['chromium-headless-shell', 'chromium', 'google-chrome'].some((p) => spawnSync('which', [p]).status === 0)
const { pages } = await setup(env)
const size = { width: 160, height: 100 }

async function middle(picture: Uint8Array) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([160, 100])
  const at = 3 * (50 * 160 + 80)
  return [...data.subarray(at, at + 3)]
}

test.runIf(browser)('a page is drawn in its window, here and elsewhere', async () => {
  for (const [elsewhere, want] of [
    [false, [0, 0, 200]],
    [true, [200, 200, 200]],
  ] as const) {
    const { picture } = await pages.draw({ path: '/works/2/', ...size, format: Format.PNG, elsewhere, strict: true })
    expect(await middle(picture), `elsewhere ${elsewhere}`).toEqual(want)
  }
  const { picture } = await pages.draw({ path: '/works/2/', ...size, format: Format.JPEG })
  expect((await sharp(picture).metadata()).format).toBe('jpeg')
})

test.runIf(browser)('a page that throws is only refused by a strict browser, with the message', async () => {
  const { picture } = await pages.draw({ path: '/works/3/', ...size, format: Format.PNG })
  expect(await middle(picture)).toEqual([0, 170, 0])
  const strict = await refusal(pages.draw({ path: '/works/3/', ...size, format: Format.PNG, strict: true }))
  expect(strict).toEqual({ code: 'InvalidArgument', reason: 'PAGE_ERROR', message: 'Uncaught Error: boom' })
})

test.runIf(browser)('a page reaches nothing but itself, and is drawn where it stands', async () => {
  requested.length = 0
  const { picture } = await pages.draw({ path: `/works/4/?hash=${hash}`, ...size, format: Format.PNG })
  expect(await middle(picture)).toEqual([0, 170, 0])
  expect(requested).toEqual([`/works/4/?hash=${hash}`])
  expect(await refusal(pages.draw({ path: `/works/4/?hash=${hash}`, ...size, format: Format.PNG, strict: true }))).toMatchObject({
    reason: 'PAGE_ERROR',
  })
})

test.runIf(browser)('a page that the origin doesn’t serve is temporary', async () => {
  for (const path of ['/works/9/', '/works/moved/']) {
    expect(await refusal(pages.draw({ path, ...size, format: Format.PNG })), path).toMatchObject({ code: 'Unavailable' })
  }
})

test.runIf(browser)('a page that never ends is too slow', async () => {
  const short = await setup({ ...env, RENDER_PAGE_LIMIT: '3' })
  const slow = await refusal(short.pages.draw({ path: '/works/5/', ...size, format: Format.PNG }))
  expect(slow).toMatchObject({ code: 'InvalidArgument', reason: 'PAGE_TOO_SLOW' })
})

test.runIf(browser)('a film shows an edition grow', async () => {
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

test('a browser that doesn’t work fails jobs and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'))
  const script = (name: string, does: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`)
    chmodSync(join(folder, name), 0o755)
    return join(folder, name)
  }
  const commands = ['/bin/false', script('soon', 'sleep 0.05; exit 0'), script('env', `env >${folder}/env; exit 1`), '/no/browser']
  for (const command of commands) {
    const broken = await setup({ ...env, RENDER_BROWSER: command, SERVICE_SECRET: 'secret' })
    const both = [1, 2].map(() => refusal(broken.pages.draw({ path: '/works/1/', ...size, format: Format.PNG })))
    for (const refused of await Promise.all(both)) expect(refused, command).toMatchObject({ code: 'Unavailable' })
    expect(await refusal(broken.pages.film({ path: '/works/1/', hash, ...size })), command).toMatchObject({ code: 'Unavailable' })
    const good = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    expect((await convert(broken.pictures, good, { outputs: [{ name: '', format: Format.JPEG }] })).files.length, command).toBe(1)
  }
  expect(existsSync(join(folder, 'env'))).toBe(true)
  const names = readFileSync(join(folder, 'env'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0])
  // Shells add PWD, OLDPWD, SHLVL and _.
  expect(names.filter((name) => !['PATH', 'HOME', 'TMPDIR', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name!))).toEqual([])
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
