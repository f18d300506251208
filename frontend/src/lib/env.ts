import 'server-only'
import { z } from 'zod'
import { nearest } from './nearest'
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

/** All settings of this server, with those that are read before the others. */
const settings = [
  ...Object.keys(schema.shape),
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'TLS_CA_FILE',
  'TLS_CERT_FILE',
  'TLS_HOST',
  'TLS_KEY_FILE',
  'TLS_PORT',
]

/** Variables that nothing reads, but whose names are almost a setting's. Kubernetes and Docker add some for each service, whatever its name is. */
function misspelt(names: string[]): string[] {
  const injected =
    /^[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
  return names
    .filter((name) => !settings.includes(name) && !injected.test(name))
    .flatMap((name) => {
      const meant = nearest(name, settings)
      return meant ? [`${name} is not a setting: did you mean ${meant}?`] : []
    })
}

/** Whether the gallery still sells works. */
export const sells = () => env().SALES === 'open'

let cached: Env | undefined

/** Throws a single error with all invalid settings. */
export function env(): Env {
  if (!cached) {
    const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
    const result = schema.safeParse(set)
    const problems = misspelt(Object.keys(set))
    if (result.error) problems.push(z.prettifyError(result.error))
    if (!result.success || problems.length > 0) throw new Error(`Settings are wrong:\n${problems.join('\n')}`)
    cached = result.data
  }
  return cached
}
