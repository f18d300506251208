import 'server-only'
import { z } from 'zod'
import { purgeKinds } from './revalidation/purge'

/**
 * Settings of the server, read on first use and never at build time, so that one build serves every deployment.
 * The browser's settings come from GET /api/config instead.
 */
const schema = z
  .object({
    /** The gateway as this server reaches it. */
    GATEWAY_URL: z.url().default('http://127.0.0.1:8080'),
    /** The address that visitors see; canonical links and share images use it. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** The origin without cookies for live works. */
    ART_ORIGIN: z.url().default('http://127.0.0.1:8081'),
    /** The broker, whose events mark pages as stale; without it pages only expire. */
    NATS_URL: z.string().default(''),
    /** Marks this server's reads at the gateway, which has the same key. */
    SITE_KEY: z.string().default(''),
    /** Checkout's setting: closed shows on pages that the gallery no longer sells. */
    SALES: z.enum(['open', 'closed']).default('open'),
    /** Maximum age of a cached read in seconds, unless an event makes it stale earlier. */
    REVALIDATE_SECONDS: z.coerce.number().int().min(0).default(60),
    /** The kind of cache that events of the catalog purge: fastly, cloudflare or varnish; empty purges nothing. */
    PURGE_KIND: z.enum(['', ...purgeKinds]).default(''),
    /** The addresses that purges are sent to, comma-separated: one for a CDN, one for each Varnish. */
    PURGE_URLS: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter(Boolean))
      .pipe(z.array(z.url({ protocol: /^https?$/ }))),
    /** The key or token of purges. */
    PURGE_TOKEN: z.string().default(''),
    /** Where this server reports errors: the DSN of a project at Sentry or a compatible service; empty is off. */
    SENTRY_DSN: z.string().default(''),
    /** Where metrics are served, host:port; empty is off. */
    INTERNAL_ADDR: z
      .string()
      .regex(/^.*:\d+$/)
      .or(z.literal(''))
      .default(''),
    /** The environment in error reports; empty is production. */
    SENTRY_ENVIRONMENT: z.string().default(''),
    /** The release in error reports. The image sets it. */
    BUILD_ID: z.string().default('dev'),
  })
  .refine(({ PURGE_KIND, PURGE_URLS }) => (PURGE_KIND === '') === (PURGE_URLS.length === 0), {
    path: ['PURGE_URLS'],
    message: 'Set PURGE_KIND and PURGE_URLS, or neither',
  })
  .refine(
    ({ PURGE_KIND, PURGE_TOKEN }) => PURGE_KIND === '' || PURGE_KIND === 'varnish' || PURGE_TOKEN !== '',
    { path: ['PURGE_TOKEN'], message: 'Fastly and Cloudflare need it' },
  )

type Env = z.infer<typeof schema>

/** Whether the gallery still sells works. */
export const sells = () => env().SALES === 'open'

let cached: Env | undefined

/** Throws a single error with all invalid settings. */
export function env(): Env {
  if (!cached) {
    const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
    const result = schema.safeParse(set)
    if (!result.success) throw new Error(`Settings are wrong:\n${z.prettifyError(result.error)}`)
    cached = result.data
  }
  return cached
}
