import { constants } from 'node:crypto'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import tls from 'node:tls'

/** The paths of this process's certificate with its chain, of its key, and of the authorities of all processes; in PEM. */
export interface Files {
  cert: string
  key: string
  ca: string
}

const read = ({ cert, key, ca }: Files) => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
  ca: readFileSync(ca),
})

/** The paths from the environment; nothing unless all are set. Throws if only some are. */
export function filesOf({ TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE }: NodeJS.ProcessEnv): Files | undefined {
  if (TLS_CERT_FILE && TLS_KEY_FILE && TLS_CA_FILE)
    return { cert: TLS_CERT_FILE, key: TLS_KEY_FILE, ca: TLS_CA_FILE }
  if (TLS_CERT_FILE || TLS_KEY_FILE || TLS_CA_FILE)
    throw new Error('TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE belong together: set all or none')
  return undefined
}

/** Connects two sockets: if one ends or fails, so does the other. */
function join(one: net.Socket, other: net.Socket) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}

const listening = (server: net.Server, port: number, host?: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/**
 * Accepts callers with a certificate of a known authority, and forwards them to the server on port `to` of this host. Changed files are read
 * within a second; inconsistent files change nothing.
 */
export async function acceptTLS(files: Files, port: number, to: number, host?: string): Promise<tls.Server> {
  let content = read(files)
  const server = tls.createServer(
    {
      ...content,
      minVersion: 'TLSv1.3',
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      // With session tickets, callers could resume sessions after their authority was removed.
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    (socket) => join(socket, net.connect(to, '127.0.0.1')),
  )
  server.on('tlsClientError', (error) => console.error('A caller without a valid certificate', error.message))
  const renewal = setInterval(() => {
    try {
      const next = read(files)
      if (next.cert.equals(content.cert) && next.key.equals(content.key) && next.ca.equals(content.ca)) return
      content = next
      server.setSecureContext({ ...next, minVersion: 'TLSv1.3', secureOptions: constants.SSL_OP_NO_TICKET })
    } catch (error) {
      console.error('Cannot read the certificates, the previous ones stay in use', error)
    }
  }, 1000)
  renewal.unref()
  server.once('close', () => clearInterval(renewal))
  await listening(server, port, host)
  return server
}

/**
 * Forwards a new port of this host to the server at an https:// address, with this process's certificate. The server's certificate must name
 * the host. The port accepts connections from this host only.
 */
export async function dialTLS(files: Files, address: string): Promise<{ server: net.Server; url: string }> {
  const { hostname, port } = new URL(address)
  const server = net.createServer((plain) => {
    let secure: tls.TLSSocket
    try {
      secure = tls.connect({
        ...read(files),
        host: hostname,
        port: Number(port || 443),
        servername: net.isIP(hostname) ? '' : hostname,
        minVersion: 'TLSv1.3',
        ALPNProtocols: ['http/1.1'],
      })
    } catch (error) {
      console.error('The gateway can’t be called', error)
      plain.destroy()
      return
    }
    secure.once('error', (error) => console.error('The gateway can’t be called', error.message))
    join(plain, secure)
  })
  await listening(server, 0, '127.0.0.1')
  server.unref()
  return { server, url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}` }
}

/** Sets both up from the environment, before anything reads it. Without certificates it does nothing. */
export async function startTunnels() {
  const files = filesOf(process.env)
  if (!files) return
  const { GATEWAY_URL = '', PORT = '3000', TLS_PORT = '3443', TLS_HOST } = process.env
  await acceptTLS(files, Number(TLS_PORT), Number(PORT), TLS_HOST)
  if (GATEWAY_URL.startsWith('https:')) process.env.GATEWAY_URL = (await dialTLS(files, GATEWAY_URL)).url
}
