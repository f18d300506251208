import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

export { register }

collectDefaultMetrics()

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** The same histogram as in kit/rpc. */
export const rpcSeconds = new Histogram({
  name: 'vitrine_rpc_seconds',
  help: 'Duration of RPCs, at the service that handles them.',
  labelNames: ['procedure', 'code'],
  buckets,
})

/** gauge reports a number that read returns. */
export function gauge(name: string, help: string, read: () => number) {
  new Gauge({
    name,
    help,
    collect() {
      this.set(read())
    },
  })
}
