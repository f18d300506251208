import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from './settings'

const binary = join(import.meta.dirname, '../../.bin/onebox')
/** A first start installs a database, deploys contracts and imports the content. */
const startLimit = 300_000
const stopLimit = 30_000

export interface Instance {
  baseURL: string
  mailboxURL: string
  chainURL: string
  /** The folder of its data and secrets. */
  data: string
  stop: () => Promise<void>
}

/** Starts an instance with its own data folder, `offset` above the usual ports, and waits until it responds. */
export async function startInstance(offset: number, env: Record<string, string> = {}): Promise<Instance> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'))
  // If this user is root, Postgres runs as another user that has to read the folder.
  chmodSync(data, 0o755)
  const log = join(data, 'onebox.log')
  const out = openSync(log, 'a')
  // On Linux it ends with this process, however that ends. Onebox ends its own subprocesses in the same way.
  const [command, ...args] =
    process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'TERM', binary] : [binary]
  const child = spawn(command!, args, {
    env: {
      ...process.env,
      VITRINE_DATA: data,
      PORT_OFFSET: String(offset),
      // Resizing pictures takes a minute of processor time. Only the instance of all journeys does it.
      RENDITION_WORKERS: '0',
      // A copy of a prepared folder opens in seconds.
      SNAPSHOT: 'true',
      // A journey waits for the email of a waiting list.
      EDITION_FREE_FOR: '2s',
      ...env,
    },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  const address = (port: number) => `http://localhost:${port + offset}`
  const instance = {
    baseURL: address(8080),
    mailboxURL: address(8025),
    chainURL: address(8545),
    data,
    stop: async () => {
      await stopped(child)
      rmSync(data, { recursive: true, force: true })
    },
  }
  try {
    await responds(child, `${instance.baseURL}/api/config`)
    await responds(child, instance.baseURL + (env.MAINTENANCE ? '/en/login/' : '/en/artworks/'))
  } catch (error) {
    const tail = readFileSync(log, 'utf8').split('\n').slice(-40).join('\n')
    await instance.stop()
    throw new Error(`${(error as Error).message}\n${tail}`)
  }
  return instance
}

async function responds(child: ChildProcess, url: string) {
  let failed: Error | undefined
  child.once('error', (error) => {
    failed = error
  })
  for (const end = Date.now() + startLimit; Date.now() < end; ) {
    if (failed) throw failed
    if (child.exitCode !== null) throw new Error(`The instance ended with ${child.exitCode}`)
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${url} did not respond within ${startLimit / 1000} s`)
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/**
 * Starts an instance before all journeys, unless settings name a running one. Returns a function that stops it. It resizes the gallery's
 * pictures with the lowest priority, and uploaded ones first. Journeys that need the sizes of a work wait for them.
 */
export default async function setup() {
  if (settings.running) return
  const instance = await startInstance(settings.offset, { RENDITION_WORKERS: '1' })
  process.env.E2E_DATA = instance.data
  return instance.stop
}
