import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'

/** Settings are read once, so each test loads them again. */
async function read(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return (await import('./env')).env()
}
afterEach(() => {
  vi.unstubAllEnvs()
})

test('variables that are almost settings are refused, with all other problems', async () => {
  const problems = await read({ PUBLIC_ULR: 'x', tls_cert_fil: 'x', SALES: 'no' }).catch(
    (error: Error) => error.message,
  )
  for (const problem of [
    'PUBLIC_ULR is not a setting: did you mean PUBLIC_URL?',
    'tls_cert_fil is not a setting: did you mean TLS_CERT_FILE?',
    'SALES',
  ])
    expect(problems).toContain(problem)
})

test('variables of platforms and of other processes are not refused', async () => {
  const known = readFileSync(new URL('../../../kit/known.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)
  const own = new Set(['SALES', 'PURGE_KIND', 'PURGE_URLS', 'REVALIDATE_SECONDS', 'INTERNAL_ADDR'])
  const others = Object.fromEntries(
    known.filter((name) => !own.has(name)).map((name) => [name, 'http://example.org']),
  )
  const { SALES } = await read({
    ...others,
    HOSTNAME: 'site',
    SSL_CERT_FILE: '/etc/ssl/cert.pem',
    SITE_SERVICE_HOST: '10.0.0.1',
    SITE_KEY_PORT: 'tcp://10.0.0.1:80',
    PURGE_KND: '',
  })
  expect(SALES).toBe('open')
})
