import type { Instrumentation } from 'next'

/** Runs once in each server process, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (process.env.TLS_CERT_FILE || process.env.TLS_KEY_FILE || process.env.TLS_CA_FILE) {
    // First, because it changes the gateway's address.
    const { startTunnels } = await import('@/lib/tunnel')
    await startTunnels()
  }
  if (exportsTraces()) {
    const { startTraces } = await import('@/lib/traces')
    startTraces()
  }
  if (process.env.INTERNAL_ADDR) {
    const { env } = await import('@/lib/env')
    const { startMetrics } = await import('@/lib/metrics/metrics')
    const { routesOf } = await import('@/lib/metrics/routes')
    await startMetrics(env().INTERNAL_ADDR, await routesOf())
  }
  const { startRevalidation } = await import('@/lib/revalidation/start')
  startRevalidation()
  if (!process.env.SENTRY_DSN) return
  const { startReporting } = await import('@/lib/report-server')
  startReporting()
}

/** Traces are off unless a collector is configured, as in the other processes. */
function exportsTraces(): boolean {
  const {
    OTEL_SDK_DISABLED,
    OTEL_TRACES_EXPORTER,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  } = process.env
  if (OTEL_SDK_DISABLED === 'true' || OTEL_TRACES_EXPORTER === 'none') return false
  return (
    OTEL_TRACES_EXPORTER === 'otlp' || !!OTEL_EXPORTER_OTLP_ENDPOINT || !!OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  )
}

/** Next.js calls this with every error that a page, a route or the proxy throws. */
export const onRequestError: Instrumentation.onRequestError = async (...caught) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !process.env.SENTRY_DSN) return
  const { reportRequestError } = await import('@/lib/report-server')
  await reportRequestError(...caught)
}
