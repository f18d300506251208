import { connectNodeAdapter } from '@connectrpc/connect-node'
import { measured, verified } from './calls.js'
import { Chromium } from './chromium.js'
import { documents, maxRequest } from './documents.js'
import { DocumentService } from './gen/vitrine/render/v1/documents_pb.js'
import { PageService, PictureService } from './gen/vitrine/render/v1/render_pb.js'
import { Jobs } from './jobs.js'
import { Keys } from './keys.js'
import { type Handler, type Listener, plain, secure } from './listen.js'
import { log } from './log.js'
import { metrics } from './metrics.js'
import { pages } from './pages.js'
import { pictures } from './pictures.js'
import { Pool } from './pool.js'
import { load, type Settings } from './settings.js'

// For tests and measurements.
export { Jobs, load, Pool }

/** A message has at most one chunk of 1 MiB, except a document. */
const maxMessage = 2 << 20
/** How long running calls may take to end. */
const drainTimeout = 8000

/** Program is render while it runs. */
export interface Program {
  address: string
  internalAddress: string
  /** How many jobs run and wait. */
  counts(): { running: number; waiting: number }
  /** Becomes unready, lets running calls end for some seconds, and stops. */
  close(): Promise<void>
}

/** start opens the ports and starts nothing else: children start with jobs. */
export async function start(s: Settings): Promise<Program> {
  const keys = await Keys.open(s.publicKeysFile)
  const pool = new Pool(
    { jobs: s.jobs, waiting: s.waiting, nice: s.nice, memory: s.memory, browserMemory: s.browserMemory, cpuLimit: s.cpuLimit },
    s.temp,
  )
  const jobs = new Jobs(pool, s.temp)
  const chromium = Chromium.of(s.browser, s.cache)
  const { registry, rpcSeconds } = metrics(pool)

  let ready = true
  const probes: Handler = (req, res) => {
    const text = (code: number, body: string) => {
      res.writeHead(code, { 'content-type': 'text/plain; charset=utf-8', ...(code === 503 ? { 'retry-after': '1' } : {}) })
      res.end(body)
    }
    if (req.method === 'GET' && req.url === '/healthz') text(200, 'ok\n')
    else if (req.method === 'GET' && req.url === '/readyz') text(ready ? 200 : 503, ready ? 'ok\n' : 'not ready\n')
    else text(404, 'not found\n')
  }
  const handler = connectNodeAdapter({
    routes: (router) => {
      router.service(PictureService, pictures(jobs, s))
      router.service(PageService, pages(jobs, chromium, s))
      router.service(DocumentService, documents(jobs), { readMaxBytes: maxRequest })
    },
    fallback: probes as unknown as Parameters<typeof connectNodeAdapter>[0]['fallback'],
    interceptors: [measured(rpcSeconds), verified(keys)],
    readMaxBytes: maxMessage,
    connect: false,
    grpcWeb: false,
  }) as unknown as Handler
  const tls = { cert: s.tlsCertFile, key: s.tlsKeyFile, ca: s.tlsCAFile }
  const listeners: Listener[] = [s.tlsCertFile === '' ? await plain(s.addr, handler) : await secure(s.addr, tls, handler)]
  if (s.internalAddr !== '') {
    const internal: Handler = (req, res) => {
      if (req.url !== '/metrics') return probes(req, res)
      registry.metrics().then((body) => {
        res.writeHead(200, { 'content-type': registry.contentType })
        res.end(body)
      })
    }
    listeners.push(await plain(s.internalAddr, internal))
  }
  const [address = '', internalAddress = ''] = listeners.map((l) => l.address)
  log.info('serving', {
    addr: address,
    ...(internalAddress ? { metrics: internalAddress } : {}),
    pages: chromium.available && s.artOrigin !== '',
  })

  return {
    address,
    internalAddress,
    counts: () => pool.counts,
    async close() {
      ready = false
      log.info('stopping')
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, drainTimeout)
      })
      await Promise.race([Promise.all(listeners.map((l) => l.close())), timeout])
      clearTimeout(timer)
      pool.close()
      jobs.close()
    },
  }
}
