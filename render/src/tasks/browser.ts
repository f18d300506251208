import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, {
  type Browser,
  type CDPSession,
  type ConnectionTransport,
  type HTTPRequest,
  ProtocolError,
  type ResponseForRequest,
  type Page as Tab,
} from 'puppeteer-core'
import { Fault, refuse, temporary } from '../fault.js'
import { Reason } from '../gen/vitrine/render/v1/render_pb.js'
import type { Page } from '../protocol.js'
import { members } from '../usage.js'

/** How long a browser may take for an empty page, in milliseconds. */
const blankLimit = 20_000
/** The maximum number of pictures that are taken until two in a row are equal. */
const maxShots = 5
/** How often a browser without a picture is asked again, and after how many milliseconds. */
const maxMissed = 20
const missedPause = 100

/** Pipe is a connection to a browser over two pipes: no port is open. Messages end with a zero byte. */
class Pipe implements ConnectionTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  private rest: Buffer[] = []

  constructor(
    private readonly to: Writable,
    from: Readable,
  ) {
    // That the browser has ended is reported by its process, with the reason.
    to.on('error', () => {})
    from.on('error', () => {})
    from.on('data', (data: Buffer) => {
      let start = 0
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
        const message = Buffer.concat([...this.rest, data.subarray(start, end)]).toString()
        this.rest = []
        start = end + 1
        setImmediate(() => this.onmessage?.(message))
      }
      this.rest.push(data.subarray(start))
    })
  }

  send(message: string) {
    this.to.write(`${message}\0`)
  }

  close() {
    this.to.destroy()
  }
}

/** flags are those of every browser: it can reach nothing, has no extensions, and draws the same on every machine. */
function flags(p: Page, profile: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--enable-unsafe-swiftshader', // WebGL by the processor: not all builds have it otherwise
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-extensions',
    '--mute-audio',
    '--no-first-run',
    '--log-level=2', // errors, and not what pages write to the console
    '--hide-scrollbars',
    // Connections of any kind go to a proxy that doesn't exist, also those that aren't intercepted, of popups and shared workers. WebRTC may not
    // go around it.
    '--proxy-server=http://0.0.0.0:1',
    '--proxy-bypass-list=<-loopback>',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', // of chromium-headless-shell
    '--webrtc-ip-handling-policy=disable_non_proxied_udp', // of chromium
    '--force-color-profile=srgb',
    '--force-device-scale-factor=1',
    // A moving work then shows its first moment, which is what the edition's still is.
    '--force-prefers-reduced-motion',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--window-size=${p.width},${p.height}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    // Otherwise the first picture of a window waits for its next frame, which may never come.
    '--enable-features=CDPScreenshotNewSurface',
  ]
}

/** Opened is a running browser with one tab. */
export interface Opened {
  tab: Tab
  devtools: CDPSession
}

/** Language and time zone of a browser that must draw the same although it is elsewhere. */
const elsewhereFlags = ['--lang=ar', '--accept-lang=ar']
const elsewhereEnv = { TZ: 'Pacific/Auckland', LANGUAGE: 'ar' }

/**
 * withBrowser starts a browser with an empty profile in a folder, calls use, and ends the browser. A browser that ends early, and one that
 * isn't done in time, end use with an error.
 */
async function withBrowser<T>(p: Page, folder: string, limit: number, elsewhere: boolean, use: (b: Opened) => Promise<T>): Promise<T> {
  const profile = join(folder, 'p') // short, because Chromium opens a socket in it, whose path may have 107 characters
  await mkdir(profile)
  const [command = '', ...own] = p.command
  const child = spawn(command, [...own, ...(elsewhere ? elsewhereFlags : []), ...flags(p, profile), 'about:blank'], {
    // It stays in the group of this process, so that both are ended together. The pool logs what it writes to stderr if
    // it doesn't work.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: profile, TMPDIR: profile, ...p.env, ...(elsewhere ? elsewhereEnv : {}) },
  })
  let timer: NodeJS.Timeout | undefined
  let crashed = () => {}
  const failed = new Promise<never>((_, reject) => {
    crashed = () => reject(new Ended('the page crashed'))
    child.on('error', (err) => reject(temporary(`the browser doesn't start: ${err.message}`)))
    child.on('exit', (code, signal) => reject(new Ended(`the browser ended with ${signal ?? `exit code ${code}`}`)))
    timer = setTimeout(() => reject(new TooSlow(`the page wasn't drawn within ${Math.round(limit / 1000)} s`)), limit)
  })
  failed.catch(() => {})
  let browser: Browser | undefined
  try {
    return await Promise.race([
      failed,
      (async () => {
        const transport = new Pipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
        browser = await puppeteer.connect({ transport, defaultViewport: null, protocolTimeout: 0 })
        const tab = (await browser.pages())[0] ?? (await browser.newPage())
        await tab.setViewport({ width: p.width, height: p.height, deviceScaleFactor: 1 })
        tab.setDefaultTimeout(0)
        tab.once('error', crashed)
        return use({ tab, devtools: await tab.createCDPSession() })
      })(),
    ])
  } finally {
    clearTimeout(timer)
    browser?.disconnect().catch(() => {})
    await end(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Ended means that the browser ended by itself; TooSlow that it wasn't done in time. The page or the machine is the cause. */
class Ended extends Error {}
class TooSlow extends Error {}

/** end ends a browser with all its processes, which have nothing to save: the command may be a script that started them. */
async function end(child: ChildProcess) {
  if (!child.pid) return
  const exited = child.exitCode !== null || child.signalCode !== null || once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  // This process leads its group, and has no other subprocesses.
  for (let others = 1; others > 0; await sleep(10)) {
    others = 0
    for (const { pid } of members(process.pid)) {
      if (Number(pid) === process.pid) continue
      others++
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  }
}

/** Served is the page as the art origin served it. */
export type Served = Pick<ResponseForRequest, 'headers' | 'body'>

/** notLoaded returns the error for a page that the origin didn't serve, or that the browser didn't receive. */
const notLoaded = (why: string) => temporary(`the art origin doesn't serve the page: ${why}`)

/** request requests the page. It is the only request of a job: the browser gets the response, and can't send requests itself. */
async function request(p: Page): Promise<Served> {
  try {
    const response = await fetch(p.address, { redirect: 'manual', signal: AbortSignal.timeout(p.limit) })
    if (response.status !== 200) throw new Error(`${response.status} ${response.statusText}`.trim())
    const headers = new Headers(response.headers)
    const body = Buffer.from(await response.arrayBuffer())
    // The body isn't compressed any more.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    return { headers: Object.fromEntries(headers), body }
  } catch (err) {
    const { cause, message } = err as Error
    throw notLoaded(cause instanceof Error ? cause.message : message)
  }
}

/**
 * open uses a browser for a page. If it fails although the page was served, an empty page decides whether the page is the cause or the
 * browser doesn't work.
 */
export async function open<T>(p: Page, folder: string, elsewhere: boolean, use: (b: Opened, served: Served) => Promise<T>): Promise<T> {
  const served = await request(p)
  try {
    return await withBrowser(p, folder, p.limit, elsewhere, (b) => use(b, served))
  } catch (err) {
    if (err instanceof Fault) throw err
    const why = err instanceof Error ? err.message : String(err)
    try {
      await withBrowser(p, folder, blankLimit, elsewhere, (b) => shot(b))
    } catch (blank) {
      throw temporary(`the browser doesn't work: ${why}; an empty page: ${blank instanceof Error ? blank.message : blank}`)
    }
    throw err instanceof TooSlow
      ? refuse(Reason.PAGE_TOO_SLOW, sentence(why))
      : refuse(Reason.PAGE_CRASHED, `The page couldn't be drawn: ${why}`)
  }
}

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`

/** load opens an address in the tab. A request gets the response that respond returns, and is refused without one: none is sent. */
export async function load(
  { tab }: Opened,
  address: string,
  respond: (r: HTTPRequest) => Partial<ResponseForRequest> | undefined,
): Promise<void> {
  await tab.setRequestInterception(true)
  tab.on('request', (r) => {
    if (r.url().startsWith('data:') || r.url().startsWith('blob:')) return
    const response = respond(r)
    // Without content, the page stays where it is instead of being replaced by an error.
    const done = response ? r.respond(response) : r.isNavigationRequest() ? r.respond({ status: 204 }) : r.abort('blockedbyclient')
    done.catch(() => {}) // the page has moved on
  })
  try {
    await tab.goto(address, { waitUntil: 'load' })
  } catch (err) {
    throw /net::/.test((err as Error).message) ? notLoaded((err as Error).message) : err
  }
}

/** shot returns the window as PNG once two pictures in a row are equal, because other processes draw parts of it, or else the last one of maxShots. */
export async function shot(b: Opened): Promise<Buffer> {
  let before = ''
  for (let i = 0; i < maxShots; i++) {
    const data = await capture(b)
    if (data === before) break
    before = data
  }
  return Buffer.from(before, 'base64')
}

/** capture returns one picture. On a busy machine the browser may have none to give yet, which isn't the page's fault. */
async function capture({ devtools }: Opened): Promise<string> {
  for (let missed = 0; missed < maxMissed; missed++) {
    try {
      return (await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })).data
    } catch (err) {
      if (!(err instanceof ProtocolError && err.message.includes('Unable to capture screenshot'))) throw err
      await sleep(missedPause)
    }
  }
  throw temporary('the browser gives no picture')
}
