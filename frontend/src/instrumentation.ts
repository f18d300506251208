import type { Instrumentation } from 'next'

/** Runs once in each server process, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startRevalidation } = await import('@/lib/revalidation/start')
  startRevalidation()
  if (!process.env.SENTRY_DSN) return
  const { startReporting } = await import('@/lib/report-server')
  startReporting()
}

/** Next.js calls this with every error that a page, a route or the proxy throws. */
export const onRequestError: Instrumentation.onRequestError = async (...caught) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !process.env.SENTRY_DSN) return
  const { reportRequestError } = await import('@/lib/report-server')
  await reportRequestError(...caught)
}
