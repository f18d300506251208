import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from './pool.js'

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** RpcSeconds is the histogram of kit/rpc. */
export type RpcSeconds = Histogram<'procedure' | 'code'>

/** metrics returns what /metrics shows. */
export function metrics(pool: Pool): { registry: Registry; rpcSeconds: RpcSeconds } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: 'running' | 'waiting' | 'children', help: string) =>
    new Gauge({
      name: `vitrine_render_${name}`,
      help,
      registers,
      collect() {
        this.set(pool.counts[name])
      },
    })
  gauge('running', 'Jobs that run.')
  gauge('waiting', 'Jobs that wait.')
  gauge('children', 'Child processes.')
  const rpcSeconds = new Histogram({
    name: 'vitrine_rpc_seconds',
    help: 'Duration of RPCs, at the service that handles them.',
    labelNames: ['procedure', 'code'] as const,
    buckets,
    registers,
  })
  return { registry, rpcSeconds }
}
