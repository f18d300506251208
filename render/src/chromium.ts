import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { log } from './log.js'

const run = promisify(execFile)

/** Command starts a browser. */
export interface Command {
  command: string[]
  env: Record<string, string>
}

const programs = ['chromium-headless-shell', 'chromium', 'google-chrome']
const unpackTimeout = 120_000

function inPath(program: string): string | undefined {
  if (program.includes('/')) return program
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return join(folder, program)
    } catch {
      // not here
    }
  }
  return undefined
}

/** packaged returns the version of the package with a browser, or nothing if it isn't installed, as on platforms that it doesn't support. */
function packaged(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    const program = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    return (JSON.parse(readFileSync(join(dirname(program), '..', '..', 'package.json'), 'utf8')) as { version: string }).version
  } catch {
    return undefined
  }
}

/**
 * unpack unpacks the package's browser into a folder, once for each version, and returns its command. The package also has the libraries of a
 * machine that lacks them, which are only used if it doesn't start without.
 */
async function unpack(version: string, cache: string): Promise<Command> {
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const next = await mkdtemp(join(cache, '.unpacking-'))
    try {
      // The package unpacks into the temporary folder, and the libraries only on the platform that they were made for.
      const script = "import('@sparticuz/chromium').then((m) => m.default.executablePath())"
      await run(process.execPath, ['--input-type=module', '--eval', script], {
        env: { PATH: process.env.PATH, TMPDIR: next, HOME: next, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
        cwd: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
        timeout: unpackTimeout,
      })
      await rename(next, folder)
    } catch (err) {
      await rm(next, { recursive: true, force: true })
      if (!existsSync(folder)) throw err // else another process has unpacked it
    }
    log.info('a browser was unpacked', { folder })
  }
  const program = join(folder, 'chromium')
  const starts = await run(program, ['--version'], { timeout: unpackTimeout }).catch(() => undefined)
  return { command: [program], env: starts ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } }
}

/** Chromium finds the browser that a setting names. */
export class Chromium {
  private found: Promise<Command> | undefined

  private constructor(private readonly find: (() => Promise<Command>) | undefined) {}

  /** of reads the setting RENDER_BROWSER. */
  static of(setting: string, cache: string): Chromium {
    if (setting === 'none') return new Chromium(undefined)
    const words = setting.split(/\s+/).filter((word) => word !== '')
    const flags = words[0]?.startsWith('--') ? words : words.slice(1)
    const names = words[0] && !words[0].startsWith('--') ? [words[0]] : programs
    const program = names.map(inPath).find((path) => path !== undefined)
    if (program || names !== programs) return new Chromium(async () => ({ command: [program ?? names[0]!, ...flags], env: {} }))
    const version = packaged()
    if (!version) return new Chromium(undefined)
    return new Chromium(async () => {
      const { command, env } = await unpack(version, cache)
      return { command: [...command, ...flags], env }
    })
  }

  get available() {
    return this.find !== undefined
  }

  /** command returns the command; the first call may unpack the browser. */
  command(): Promise<Command> {
    this.found ??= this.find?.().catch((err: unknown) => {
      this.found = undefined
      throw err
    })
    return this.found ?? Promise.reject(new Error('no browser'))
  }
}
