import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const frontend = join(import.meta.dirname, '..')

/**
 * Returns a port that nothing listens on. A closed connection remains on it in TIME_WAIT, so that the kernel gives it to nothing else for
 * a minute.
 */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const client = connect(port, '127.0.0.1').on('close', () => server.close(() => resolve(port)))
      client.resume()
    })
  })

/** Starts one more process of the site's server with these settings and waits until it is ready. */
export async function startReplica(
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(join(frontend, 'node_modules/.bin/node'), ['server.js'], {
    cwd: join(frontend, '.next/standalone'),
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          (r) => r.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return { url, child }
}
