// Child processes, and what a run has to undo at its end.
import { spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until `read` returns something truthy, and returns it. An error counts as not yet, unless it is a definite refusal (4xx). */
export async function until(what, seconds, read) {
  let last
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) {
    try {
      const found = await read()
      if (found) return found
      last = found
    } catch (error) {
      if (error.status >= 400 && error.status < 500 && error.status !== 429) throw error
      last = error
    }
  }
  throw new Error(`${what}: not within ${seconds} s${last ? ` (${last.message ?? JSON.stringify(last)})` : ''}`)
}

/** Fails unless a condition holds. */
export function check(holds, what) {
  if (!holds) throw new Error(what)
}

/** Fails unless two values have the same JSON. */
export function same(got, want, what) {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what} = ${JSON.stringify(got)}, want ${JSON.stringify(want)}`)
}

/** A port that nothing listens on. A closed connection remains on it in TIME_WAIT, so that the kernel gives it to nothing else for a minute. */
export async function freePort() {
  const server = createServer((socket) => socket.destroy())
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => connect(port, '127.0.0.1').on('close', resolve).resume())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Whether all ports are free. */
export async function areFree(ports) {
  for (const port of ports) {
    const server = createServer()
    const free = await new Promise((resolve) => server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)))
    if (!free) return false
    await new Promise((resolve) => server.close(resolve))
  }
  return true
}

async function read(stream) {
  const parts = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Listens on a port and forwards requests to another one with all their headers, because they may be signed. `fault` may return a response, which
 * is then sent instead, and `seen` gets each call with its reply.
 */
export function relay(scope, { from, to, fault = () => undefined, seen = () => {} }) {
  const server = http.createServer(async (request, response) => {
    try {
      const body = await read(request)
      const faulty = fault()
      if (faulty) {
        response.writeHead(faulty.status, faulty.headers).end(faulty.body)
        return
      }
      const reply = await new Promise((resolve, reject) => {
        const { method, url: path, headers } = request
        http.request({ host: '127.0.0.1', port: to, method, path, headers }, resolve).on('error', reject).end(body)
      })
      const text = await read(reply)
      seen({
        method: request.method,
        path: new URL(request.url, 'http://peer').pathname,
        body: body.toString(),
        status: reply.statusCode,
        reply: text.toString(),
      })
      response.writeHead(reply.statusCode, reply.headers).end(text)
    } catch {
      response.destroy() // as if there were no relay
    }
  })
  server.listen(from, '127.0.0.1')
  scope.add(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** Everything that a peer's scenarios started, ended in the reverse order. */
export class Scope {
  #undo = []

  add(undo) {
    this.#undo.push(undo)
  }

  async end() {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }

  /** An empty folder. Postgres runs as another user if this one is root, and has to enter it. */
  folder(name) {
    const dir = mkdtempSync(join(tmpdir(), `vitrine-peers-${name}-`))
    chmodSync(dir, 0o755)
    this.add(() => rmSync(dir, { recursive: true, force: true }))
    return dir
  }

  /** Starts a program. It ends with this process, however that ends. Its output is in `log`. */
  start(name, command, args, { env = {}, cwd, folder = this.folder(name) } = {}) {
    const log = join(folder, `${name}.log`)
    const out = openSync(log, 'a')
    const [program, ...rest] = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', command, ...args] : [command, ...args]
    const child = spawn(program, rest, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', out, out] })
    closeSync(out)
    let ended
    const done = new Promise((resolve) => {
      child.once('error', (error) => resolve((ended = error.message)))
      child.once('exit', (code, signal) => resolve((ended = `${name} ended with ${signal ?? code}`)))
    })
    const started = {
      log: () => readFileSync(log, 'utf8'),
      stop: async (signal = 'SIGTERM', seconds = 30) => {
        if (ended === undefined) child.kill(signal)
        const force = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
        await done
        clearTimeout(force)
      },
      /** Waits as `until` does, but not for a program that has ended. */
      until: async (what, seconds, read) => {
        const found = await until(what, seconds, () => (ended === undefined ? read() : 'ended')).catch((error) => {
          throw new Error(`${error.message}\n${started.log().slice(-3000)}`)
        })
        if (ended !== undefined) throw new Error(`${ended}\n${started.log().slice(-3000)}`)
        return found
      },
      ready: (url, seconds = 60) =>
        started.until(`${name} at ${url}`, seconds, async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).status < 500),
    }
    this.add(() => started.stop())
    return started
  }
}
