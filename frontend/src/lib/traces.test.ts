import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trace } from '@opentelemetry/api'
import { expect, test, vi } from 'vitest'

/** Serves everything and keeps what was sent. */
async function server() {
  const requests: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const http = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    })
    response.end()
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    close: () => http.close(),
  }
}

test('a trace goes to the collector without addresses, and on to the gateway only', async () => {
  const [collector, gateway, other] = await Promise.all([server(), server(), server()])
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
  vi.stubEnv('GATEWAY_URL', gateway.url)
  const { startTraces } = await import('./traces')
  startTraces()
  const probe = { attributes: { 'http.target': '/readyz' } }
  await trace.getTracer('test').startActiveSpan('GET', probe, async (span) => {
    trace.getTracer('test').startSpan('work for /readyz').end()
    await fetch(`${other.url}/called-by-readyz`)
    span.end()
  })
  const traceId = await trace
    .getTracer('test')
    .startActiveSpan('GET /en/search?q=ada%40example.org', async (span) => {
      span.setAttribute('http.target', '/en/search?q=ada%40example.org')
      await fetch(`${gateway.url}/graphql?who=ada%40example.org`)
      await fetch(other.url)
      span.end()
      return span.spanContext().traceId
    })
  expect(gateway.requests[0]?.headers.traceparent).toContain(traceId)
  expect(other.requests[0]?.headers.traceparent).toBeUndefined()
  await vi.waitFor(
    () => expect(collector.requests.map((r) => r.body).join()).toContain('GET /en/search'),
    5000,
  )
  expect(collector.requests.every((r) => r.path === '/v1/traces')).toBe(true)
  expect(collector.requests.map((r) => r.body).join()).not.toContain('ada')
  expect(collector.requests.map((r) => r.body).join()).not.toContain('readyz')
  for (const server of [collector, gateway, other]) server.close()
})
