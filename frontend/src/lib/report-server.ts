import 'server-only'
import { createStackParser, createTransport, linkedErrorsIntegration, Scope } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import type { Instrumentation } from 'next'
import { env } from './env'
import { clean, collectNothing } from './report'

/** Milliseconds in which the same error is reported only once, because every page fails while the gateway is down. */
const repeatAfter = 60_000
const remembered = 1000
const sendTimeout = 5000

let client: ServerRuntimeClient | undefined

/**
 * Reports errors of this server if SENTRY_DSN is set. It doesn't use the SDK for Node.js, which patches modules and brings
 * OpenTelemetry to collect data that a report must not contain.
 */
export function startReporting() {
  const { SENTRY_DSN, SENTRY_ENVIRONMENT, BUILD_ID } = env()
  if (!SENTRY_DSN || client) return
  client = new ServerRuntimeClient({
    ...collectNothing,
    dsn: SENTRY_DSN,
    release: BUILD_ID,
    environment: SENTRY_ENVIRONMENT || 'production',
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, {
          method: 'POST',
          body: body as BodyInit,
          headers: options.headers,
          cache: 'no-store',
          signal: AbortSignal.timeout(sendTimeout),
        })
        await response.arrayBuffer()
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('X-Sentry-Rate-Limits'),
            'retry-after': response.headers.get('Retry-After'),
          },
        }
      }),
    stackParser: createStackParser(nodeStackLineParser()),
    // The causes of an error.
    integrations: [linkedErrorsIntegration()],
    beforeSend: clean,
  })
  client.init()
  // Next.js logs both and keeps the process running.
  process.on('uncaughtExceptionMonitor', (error) => capture(error))
  process.on('unhandledRejection', (reason) => capture(reason))
}

const seen = new Map<string, number>()

function reportedRecently(key: string, now = Date.now()) {
  const at = seen.get(key)
  if (at !== undefined && now - at < repeatAfter) return true
  if (seen.size >= remembered) seen.clear()
  seen.set(key, now)
  return false
}

function capture(error: unknown, tags: Record<string, string> = {}) {
  if (
    !client ||
    reportedRecently(`${JSON.stringify(tags)} ${error instanceof Error ? error.message : error}`)
  )
    return
  const scope = new Scope()
  scope.setTags({ service: 'frontend', ...tags })
  // Without originalException its causes are left out.
  client.captureException(error, { originalException: error }, scope)
}

/** Reports an error that Next.js caught, with the pattern of its route ("/[lang]/artworks/[slug]") and nothing else of the request. */
export const reportRequestError: Instrumentation.onRequestError = (
  error,
  _request,
  { routePath, routeType },
) => {
  capture(error, { route: routePath, kind: routeType })
}
