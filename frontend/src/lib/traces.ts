import 'server-only'
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

/** Removes addresses before spans are exported. It comes before the exporter's processor. */
const withoutAddresses: Processor = {
  onStart(span) {
    span.updateName(nameOf(span.name))
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
  registerOTel({
    serviceName: 'frontend',
    attributes: { 'service.namespace': 'vitrine', 'service.version': BUILD_ID },
    propagators: ['tracecontext'],
    spanProcessors: [withoutAddresses, 'auto'],
    instrumentationConfig: { fetch: { propagateContextUrls: [GATEWAY_URL] } },
  })
}
