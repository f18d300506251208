import 'server-only'
import { z } from 'zod'
import { purgeKinds } from './revalidation/purge'

/**
 * Settings of the server, read on first use and never at build time: one build serves every installation.
 * What the browser must know comes from GET /api/config instead.
 */
const schema = z
  .object({
    /** The gateway as this server reaches it. */
    GATEWAY_URL: z.url().default('http://127.0.0.1:8080'),
    /** The address that visitors see; canonical links and share images use it. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** The origin without cookies on which live works run. */
    ART_ORIGIN: z.url().default('http://127.0.0.1:8081'),
    /** The broker, whose events make pages stale; without it pages only expire by time. */
    NATS_URL: z.string().default(''),
    /** Marks this server's reads at the gateway, which has the same key. */
    SITE_KEY: z.string().default(''),
    /** The checkout's setting: closed says on pages that nothing is sold any more. */
    SALES: z.enum(['open', 'closed']).default('open'),
    /** Seconds that a read may be old unless an event made it stale before. */
    REVALIDATE_SECONDS: z.coerce.number().int().min(0).default(60),
    /** The interface of the cache that the events of the catalog purge: fastly, cloudflare or varnish; empty purges none. */
    PURGE_KIND: z.enum(['', ...purgeKinds]).default(''),
    /** The addresses that purges are sent to, comma-separated: one for a CDN, one for each Varnish. */
    PURGE_URLS: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter(Boolean))
      .pipe(z.array(z.url({ protocol: /^https?$/ }))),
    /** The key or token of purges. */
    PURGE_TOKEN: z.string().default(''),
    /** Where errors of this server are reported: the DSN of a project at Sentry or a compatible service; empty is off. */
    SENTRY_DSN: z.string().default(''),
    /** Where metrics are served, host:port; empty is nowhere. */
    INTERNAL_ADDR: z
      .string()
      .regex(/^.*:\d+$/)
      .or(z.literal(''))
      .default(''),
    /** The environment that error reports name; empty is production. */
    SENTRY_ENVIRONMENT: z.string().default(''),
    /** The release that error reports name. The image sets it. */
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

/** Throws once with everything that is wrong. */
export function env(): Env {
  if (!cached) {
    const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
    const result = schema.safeParse(set)
    if (!result.success) throw new Error(`Settings are wrong:\n${z.prettifyError(result.error)}`)
    cached = result.data
  }
  return cached
}
