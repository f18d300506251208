import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { test as base, becomeBuyer, buyByCard, expect, workFor } from './fixtures'
import { type Instance, startInstance } from './instance'
import { settings } from './settings'

const offset = settings.offset + 9000

/** A folder with an authority and a certificate of each process. */
function certificates(names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tls-'))
  chmodSync(folder, 0o755)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const issue = (name: string, ...more: string[]) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', ...key, '-subj', `/CN=${name}`],
        ...['-keyout', `${name}.key`, '-out', `${name}.crt`, ...more],
      ],
      { cwd: folder, stdio: 'pipe' },
    )
  issue('ca')
  for (const name of names)
    issue(
      name,
      ...['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
    )
  return folder
}

interface Installation {
  processes: string[]
  folder: string
  encrypted: Pick<Instance, 'baseURL' | 'mailboxURL'>
}

const test = base.extend<object, Installation>({
  processes: [
    ['auth', 'profiles', 'catalog', 'checkout', 'chainwatcher', 'approvals', 'render', 'gateway', 'frontend'],
    { option: true, scope: 'worker' },
  ],
  folder: [
    async ({ processes }, use) => {
      const folder = certificates(processes)
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  encrypted: [
    async ({ folder }, use) => {
      const instance = await startInstance(offset, { CERTIFICATES: folder })
      await use(instance)
      await instance.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ encrypted }, use) => use(encrypted.baseURL),
  mailboxURL: async ({ encrypted }, use) => use(encrypted.mailboxURL),
})

/** Requests a path from a port over TLS. Resolves with the status line, or with the code of the error that ends the connection. */
const ask = (port: number, options: tls.ConnectionOptions) =>
  new Promise<string>((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port, ...options })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n')[0]!)
      socket.destroy()
    })
    socket.once('close', () => resolve('closed'))
    socket.write('GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  })

test('a purchase, while all processes call each other with certificates', { tag: '@all' }, async ({
  page,
  mailbox,
  folder,
  encrypted,
}) => {
  test.setTimeout(300_000)
  const work = await workFor(1, encrypted.baseURL)
  await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: work.title })
  await expect(token.getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled({
    timeout: settings.patience,
  })

  // Without a certificate no connection succeeds: not to a service, not to the site, and not to the gateway's port for the site.
  const file = (name: string) => readFileSync(join(folder, name))
  const ca = file('ca.crt')
  const own = { ca, cert: file('gateway.crt'), key: file('gateway.key') }
  for (const port of [9101, 9104, 9107, 8085, 8086]) {
    expect(await ask(port + offset, { ca }), `${port}`).toBe('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')
    expect(await ask(port + offset, own), `${port}`).toBe('HTTP/1.1 200 OK')
    // Without TLS a service responds that it requires TLS, and the site closes the connection.
    const plain = await fetch(`http://127.0.0.1:${port + offset}/readyz`).then(
      (response) => response.status,
      () => 400,
    )
    expect(plain, `${port}`).toBe(400)
  }
})
