import 'server-only'
import { TraceFlags } from '@opentelemetry/api'
import { registerOTel, type SpanProcessorOrName } from '@vercel/otel'
import { env } from './env'

type Processor = Exclude<SpanProcessorOrName, string>

/** Attributes with addresses and their queries, which may identify a person. The route identifies the page. */
const addresses = [
  'http.target',
  'http.url',
  'url.full',
  'url.path',
  'url.query',
  'next.clientComponentLoadCount',
  'operation.name',
  'resource.name',
]

/** "fetch GET https://…" becomes "fetch GET"; names of pages keep their route without a query. */
function nameOf(name: string): string {
  const [kind = '', method = ''] = name.split(' ')
  return kind === 'fetch' ? `fetch ${method}` : (name.split('?')[0] ?? name)
}

/** The value of `http.target` of a probe. */
const probe = /^\/(healthz|readyz)($|\?)/

/** Removes addresses, and whole traces of probes, before spans are exported. It comes before the exporter's processor. */
const withoutAddresses: Processor = {
  onStart(span) {
    span.updateName(nameOf(span.name))
    // Neither this span nor one below it is exported.
    if (probe.test(String(span.attributes['http.target']))) span.spanContext().traceFlags = TraceFlags.NONE
  },
  onEnd(span) {
    Object.assign(span, { name: nameOf(span.name) })
    for (const name of addresses) delete span.attributes[name]
  },
  forceFlush: async () => {},
  shutdown: async () => {},
}

/** Sends traces of this server to the collector in the OTEL_* settings, and passes them on to the gateway. */
export function startTraces() {
  const { GATEWAY_URL, BUILD_ID } = env()
  // Next.js records each fetch, too, as the parent of the same span.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  registerOTel({
    serviceName: 'frontend',
    attributes: { 'service.namespace': 'vitrine', 'service.version': BUILD_ID },
    propagators: ['tracecontext'],
    // As in the other processes. The library's default would record every span, also below one that isn't recorded.
    traceSampler: process.env.OTEL_TRACES_SAMPLER ? 'auto' : 'parentbased_always_on',
    spanProcessors: [withoutAddresses, 'auto'],
    instrumentationConfig: { fetch: { propagateContextUrls: [GATEWAY_URL] } },
  })
}
