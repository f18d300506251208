import { type SiteConfig, siteConfig } from '@/lib/config'
import { takeEarlyErrors } from './early-errors'

/** Loads Sentry's code if a DSN is set, and only then. */
async function sentryFor({ sentryDsn, environment, buildId }: SiteConfig) {
  if (!sentryDsn) return null
  const sentry = await import('./sentry')
  sentry.start({ dsn: sentryDsn, release: buildId, environment })
  return sentry
}

/** Reports uncaught errors of this page, including those from before this call. */
export async function reportErrors(config: SiteConfig) {
  const sentry = await sentryFor(config)
  const mechanism = { type: 'early', handled: false }
  for (const error of takeEarlyErrors()) sentry?.captureException(error, { mechanism })
}

/**
 * Reports an error that an error page shows. One with a digest was thrown on the server, which reports it with its cause; the browser
 * has only a placeholder of it.
 */
export async function reportShown(error: Error & { digest?: string }) {
  if (error.digest) return
  const sentry = await sentryFor(await siteConfig())
  sentry?.captureException(error)
}
