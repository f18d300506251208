import { readFileSync, watchFile } from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { log } from './log.js'

/** Handler handles a request of either HTTP version, whose objects work the same. */
export type Handler = (req: http.IncomingMessage, res: http.ServerResponse) => void

type Handler2 = (req: http2.Http2ServerRequest, res: http2.Http2ServerResponse) => void

/** The first bytes of every HTTP/2 connection. */
const preface = 'PRI * HTTP/2.0'
/** How long a client may take for the headers of a request, in milliseconds. */
const headersTimeout = 5000
const certificatesEvery = 1000

/** Listener is an open port. */
export interface Listener {
  address: string
  /** Refuses new connections, and closes idle ones after the running requests. */
  close(): Promise<void>
}

async function listen(server: net.Server, addr: string): Promise<string> {
  const at = addr.lastIndexOf(':')
  const host = addr.slice(0, at).replace(/^\[|\]$/g, '')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(addr.slice(at + 1)), host || '::', resolve)
  })
  const bound = server.address() as AddressInfo
  return bound.family === 'IPv6' ? `[${bound.address}]:${bound.port}` : `${bound.address}:${bound.port}`
}

/** tracked lets HTTP/2 sessions end when the server closes. */
function tracked(server: http2.Http2Server | http2.Http2SecureServer) {
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => {}) // the peer is gone
  })
  return () => {
    for (const session of sessions) session.close()
  }
}

/** plain serves HTTP/1.1 and unencrypted HTTP/2 on one port: which one a connection speaks is decided by its first bytes. */
export async function plain(addr: string, handler: Handler): Promise<Listener> {
  const one = http.createServer({ headersTimeout, connectionsCheckingInterval: headersTimeout }, handler)
  // It never listens itself, and wouldn't watch its connections without this event.
  one.emit('listening')
  const two = http2.createServer(handler as unknown as Handler2)
  const end = tracked(two)
  const server = net.createServer((socket) => {
    let head: Buffer = Buffer.alloc(0)
    const decide = (data: Buffer) => {
      head = Buffer.concat([head, data])
      const text = head.toString('latin1', 0, preface.length)
      if (text.length < preface.length && preface.startsWith(text)) return
      socket.off('data', decide)
      socket.off('timeout', destroy)
      socket.setTimeout(0)
      socket.pause()
      socket.unshift(head)
      ;(text === preface ? two : one).emit('connection', socket)
      if (text !== preface) socket.resume() // HTTP/2 reads by itself
    }
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    socket.on('timeout', destroy)
    socket.setTimeout(headersTimeout)
    socket.on('data', decide)
  })
  const address = await listen(server, addr)
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
        one.closeIdleConnections()
      }),
  }
}

/** Files are the paths of a certificate with its chain, its key, and the authorities of callers. */
export interface Files {
  cert: string
  key: string
  ca: string
}

/** secure serves HTTP/2 and HTTP/1.1 over TLS, and accepts only callers with a certificate of a known authority. It reads the files again when they change. */
export async function secure(addr: string, files: Files, handler: Handler): Promise<Listener> {
  const read = () => ({ cert: readFileSync(files.cert), key: readFileSync(files.key), ca: readFileSync(files.ca) })
  const required = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const
  const server = http2.createSecureServer({ ...read(), ...required, allowHTTP1: true }, handler as unknown as Handler2)
  const end = tracked(server)
  for (const file of Object.values(files)) {
    watchFile(file, { interval: certificatesEvery, persistent: false }, () => {
      try {
        server.setSecureContext({ ...read(), minVersion: required.minVersion })
        log.info('certificates were read again')
      } catch (err) {
        log.error('cannot read the certificates, the previous ones stay in use', { error: err })
      }
    })
  }
  const address = await listen(server, addr)
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
      }),
  }
}
