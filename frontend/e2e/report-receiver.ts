import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** The parts of an error report that tests check. */
export interface Report {
  release?: string
  environment?: string
  transaction?: string
  tags?: Record<string, string>
  exception: {
    values: {
      type?: string
      value?: string
      mechanism?: { type: string; handled?: boolean }
      stacktrace?: { frames: { filename?: string; function?: string }[] }
    }[]
  }
}

/** Parses an envelope: a header, then items, each with a header that may give the length of its payload. */
function parseEnvelope(body: Buffer): { type: string; payload: string }[] {
  const items = []
  let rest = body
  const line = () => {
    const end = rest.indexOf(10)
    const text = rest.subarray(0, end < 0 ? rest.length : end).toString()
    rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1)
    return text
  }
  JSON.parse(line())
  while (rest.length > 0) {
    const header = line()
    if (!header) continue
    const { type, length } = JSON.parse(header) as { type: string; length?: number }
    if (length === undefined) items.push({ type, payload: line() })
    else {
      items.push({ type, payload: rest.subarray(0, length).toString() })
      rest = rest.subarray(length)
    }
  }
  return items
}

/** Starts a server that receives error reports as Sentry does, on the loopback interface. */
export async function receiveReports() {
  /** Everything that arrived, as it was sent. */
  const raw: string[] = []
  const reports: Report[] = []
  const otherItems: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Access-Control-Allow-Headers', '*')
      if (request.method !== 'POST') return response.end()
      const { pathname } = new URL(request.url ?? '/', 'http://receiver')
      if (pathname !== '/api/1/envelope/') {
        otherItems.push(`${request.method} ${pathname}`)
        return response.writeHead(404).end()
      }
      let body: Buffer = Buffer.concat(chunks)
      if (request.headers['content-encoding'] === 'gzip') body = gunzipSync(body)
      raw.push(body.toString())
      for (const { type, payload } of parseEnvelope(body)) {
        if (type === 'event') reports.push(JSON.parse(payload) as Report)
        else otherItems.push(type)
      }
      response.setHeader('Content-Type', 'application/json')
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://public@127.0.0.1:${port}/1`,
    raw,
    reports,
    otherItems,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
