import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RouteOf } from './routes'

const registry = new Registry()
const service = 'frontend'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The buckets of the services (kit/metrics), so that one query covers all processes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const seconds = new Histogram({
  name: 'vitrine_http_seconds',
  help: 'Duration of HTTP requests.',
  labelNames: ['service', 'route', 'method', 'code'],
  buckets,
  registers: [registry],
})
const inFlight = new Gauge({
  name: 'vitrine_http_in_flight',
  help: 'Requests that are being handled.',
  labelNames: ['service'],
  registers: [registry],
})
const connected = new Gauge({
  name: 'frontend_broker_connected',
  help: 'Whether the process follows the events that make pages stale: 1 or 0.',
  // Only processes with a broker serve it.
  registers: [],
})
const events = new Counter({
  name: 'frontend_events_total',
  help: 'Events of the catalog that were received.',
  registers: [registry],
})
const purged = new Counter({
  name: 'frontend_purges_total',
  help: 'Requests that purge tags from a cache in front of the gateway.',
  labelNames: ['outcome'],
  registers: [registry],
})

/** Records whether this process receives the events of the catalog. */
export function noteConnection(isConnected: boolean) {
  registry.registerMetric(connected)
  connected.set(isConnected ? 1 : 0)
}

/** Counts an event of the catalog. */
export const countEvent = () => events.inc()

/** Counts a request that purges tags from a cache. */
export const countPurge = (outcome: 'ok' | 'failed') => purged.inc({ outcome })

/** What Node.js publishes about each request to any server in the process (`node:diagnostics_channel`, HTTP). */
interface Started {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/**
 * Measures every request of this process and serves the metrics at `/metrics` of an address, `host:port` or `:port`, in Prometheus format.
 * Ends the process if it cannot listen there, like the services.
 */
export async function startMetrics(address: string, routeOf: RouteOf): Promise<Server> {
  collectDefaultMetrics({ register: registry })
  inFlight.set({ service }, 0)
  const metrics = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    response.setHeader('Content-Type', registry.contentType)
    response.end(await registry.metrics())
  })
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Started
    if (server === metrics) return
    const end = seconds.startTimer({ service, route: routeOf(request.url ?? '') })
    inFlight.inc({ service })
    response.once('close', () => {
      inFlight.dec({ service })
      const method = methods.includes(request.method ?? '') ? request.method : 'other'
      // As in the services: a connection that was cut before the response counts as a failure.
      end({ method, code: response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : '5xx' })
    })
  })
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  await new Promise<void>((resolve, reject) => {
    metrics.once('error', reject)
    metrics.listen(Number(address.slice(colon + 1)), host || undefined, resolve)
  })
  return metrics
}
