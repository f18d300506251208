import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { acceptTLS, dialTLS, type Files, filesOf } from './tunnel'

const dir = mkdtempSync(join(tmpdir(), 'tunnel-'))
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })

function authority(name: string) {
  openssl(
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`],
  )
}

function issue(name: string, by: string): Files {
  openssl(
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
    ...['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-subj', `/CN=${name}`],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-addext', 'extendedKeyUsage=serverAuth,clientAuth', '-keyout', `${name}.key`, '-out', `${name}.crt`],
  )
  return { cert: join(dir, `${name}.crt`), key: join(dir, `${name}.key`), ca: join(dir, `${by}.crt`) }
}

let site: Files
let gateway: Files
let stranger: Files
const opened: Server[] = []
const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(() => {
  authority('ours')
  authority('theirs')
  site = issue('site', 'ours')
  gateway = issue('gateway', 'ours')
  stranger = issue('stranger', 'theirs')
})
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
  vi.restoreAllMocks()
})
afterAll(() => rmSync(dir, { recursive: true }))

/** A plain server behind TLS, and the address that leads to it with certificates. */
async function behind(served: Files, calling: Files) {
  const plain = http.createServer((request, response) => {
    response.end(`${request.method} ${request.url}`)
  })
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done))
  const accepting = await acceptTLS(served, 0, portOf(plain), '127.0.0.1')
  const dialling = await dialTLS(calling, `https://127.0.0.1:${portOf(accepting)}`)
  opened.push(plain, accepting, dialling.server)
  return { url: dialling.url, secure: `http://127.0.0.1:${portOf(accepting)}` }
}

test('requests pass between processes of one authority', async () => {
  const { url } = await behind(site, gateway)
  for (const path of ['/en/', '/en/artworks/?page=2'])
    expect(await (await fetch(url + path)).text()).toBe(`GET ${path}`)
})

test('other authorities are rejected, on both sides', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const { url } of [await behind(site, stranger), await behind(stranger, gateway)])
    await expect(fetch(url)).rejects.toThrow()
  const { secure } = await behind(site, gateway)
  await expect(fetch(secure)).rejects.toThrow()
})

test('renewed certificates are used without a restart', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const moving = issue('moving', 'theirs')
  const { url } = await behind(moving, gateway)
  await expect(fetch(url)).rejects.toThrow()
  writeFileSync(moving.key, 'not a key')
  copyFileSync(site.cert, moving.cert)
  copyFileSync(site.ca, moving.ca)
  copyFileSync(site.key, moving.key)
  await vi.waitFor(async () => expect(await (await fetch(url)).text()).toBe('GET /'), {
    timeout: 5000,
    interval: 100,
  })
})

test('the settings belong together', () => {
  expect(filesOf({} as NodeJS.ProcessEnv)).toBeUndefined()
  const set = { TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k', TLS_CA_FILE: 'a' } as unknown as NodeJS.ProcessEnv
  expect(filesOf(set)).toEqual({ cert: 'c', key: 'k', ca: 'a' })
  expect(() => filesOf({ ...set, TLS_KEY_FILE: '' })).toThrow('belong together')
})
