import { readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

interface Setting<T> {
  name: string
  fallback: string
  help: string
  /** read returns the value, or throws what the text should be instead. */
  read: (text: string) => T
}

const text = (name: string, fallback: string, help: string): Setting<string> => ({ name, fallback, help, read: (t) => t })

const whole = (name: string, fallback: number, min: number, help: string): Setting<number> => ({
  name,
  fallback: String(fallback),
  help,
  read: (t) => {
    const n = Number(t)
    if (!Number.isSafeInteger(n) || n < min) throw new Error(`a whole number of at least ${min}`)
    return n
  },
})

const origin = (name: string, fallback: string, help: string): Setting<string> => ({
  name,
  fallback,
  help,
  read: (t) => {
    if (t === '') return ''
    const url = URL.canParse(t) ? new URL(t) : undefined
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.origin !== t.replace(/\/$/, '')) {
      throw new Error('an origin such as https://gallery.example')
    }
    return url.origin
  },
})

const MB = 1 << 20

/** table has every setting. The README's table is printed from it. */
const table = {
  addr: text('ADDR', '127.0.0.1:8088', 'where it listens'),
  internalAddr: text('INTERNAL_ADDR', '', 'where metrics are served; empty for nowhere'),
  publicKeysFile: text(
    'PUBLIC_KEYS_FILE',
    '',
    'file with the public keys of all processes, the same everywhere; read again when it changes',
  ),
  tlsCertFile: text(
    'TLS_CERT_FILE',
    '',
    "this process's certificate with its chain (PEM), for TLS between processes; needs TLS_KEY_FILE and TLS_CA_FILE; read again when it changes; empty turns TLS off",
  ),
  tlsKeyFile: text('TLS_KEY_FILE', '', 'private key of TLS_CERT_FILE (PEM)'),
  tlsCAFile: text(
    'TLS_CA_FILE',
    '',
    'certificates of the authorities that sign the certificates of all processes (PEM); others are rejected',
  ),
  artOrigin: origin('ART_ORIGIN', '', 'origin that live works run on; empty draws no pages'),
  publicURL: origin('PUBLIC_URL', 'http://localhost:8080', 'origin of the shop, which frames live works; nothing is requested from it'),
  browser: text(
    'RENDER_BROWSER',
    '',
    "command that starts Chromium, and may end in flags; only flags, or empty, looks for chromium-headless-shell, chromium, google-chrome, and then the package @sparticuz/chromium; none draws no pages. Chromium needs its sandbox, so it can't run as root without --no-sandbox",
  ),
  jobs: whole(
    'RENDER_JOBS',
    availableParallelism(),
    1,
    'how many jobs run in parallel; one more if somebody waits for it. By default the number of processors',
  ),
  nice: whole('RENDER_NICE', 10, 0, 'priority of jobs that nobody waits for: 0 like other processes, 19 the lowest'),
  waiting: whole('RENDER_WAITING', 64, 1, 'maximum number of urgent jobs that wait, and of others; more are refused as resource_exhausted'),
  maxBytes: whole('RENDER_MAX_BYTES', 200 * MB, 1, 'maximum size of an original in bytes'),
  maxPixels: whole('RENDER_MAX_PIXELS', 268_000_000, 1, 'maximum number of pixels of an original'),
  memory: whole('RENDER_MEMORY', 512 * MB, 128 * MB, 'maximum memory of a job for a picture, in bytes'),
  browserMemory: whole(
    'RENDER_BROWSER_MEMORY',
    1536 * MB,
    256 * MB,
    'maximum memory of a job for a page, in bytes; processes that share memory count it more than once',
  ),
  cpuLimit: whole('RENDER_CPU_LIMIT', 240, 1, 'maximum processor time of a job for a picture, in seconds'),
  pageLimit: whole('RENDER_PAGE_LIMIT', 60, 1, 'how long drawing a page may take, in seconds; a film may take twice as long'),
  temp: text(
    'RENDER_TEMP',
    tmpdir(),
    "folder for originals and results of running jobs: a disk, because they don't count as memory there. With chromium or google-chrome its path has at most 25 characters",
  ),
  cache: text(
    'RENDER_CACHE',
    // A container's user may have no home.
    join(process.env.XDG_CACHE_HOME || join(process.env.HOME || tmpdir(), '.cache'), 'vitrine-render'),
    'folder that @sparticuz/chromium is unpacked into, 210 MB',
  ),
} as const

export type Settings = { [K in keyof typeof table]: ReturnType<(typeof table)[K]['read']> }

/** distance returns how many letters to insert, remove or replace turn one name into another. Two that changed places count as one. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...b].entries()) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === wanted ? 0 : 1)))
    row = next
  }
  const sorted = (name: string) => [...name].sort().join('')
  return row[b.length] === 2 && sorted(a) === sorted(b) ? 1 : row[b.length]!
}

/** nearest returns the setting whose name a variable's is almost: at most two letters differ, one in a short name. As kit/unknown.go does. */
function nearest(name: string, settings: readonly string[]): string | undefined {
  const fits = settings
    .filter((setting) => setting.length > 3)
    .map((setting) => ({ setting, letters: distance(name.toUpperCase().replaceAll('-', '_'), setting) }))
    .filter(({ setting, letters }) => letters <= (setting.length < 9 ? 1 : 2))
  return fits.sort((a, b) => a.letters - b.letters)[0]?.setting
}

/** Variables that Kubernetes and Docker add for each service, whatever its name is. */
const injected = /^[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/

/** misspelt returns the variables that nothing reads, but whose names are almost a setting's. */
function misspelt(env: NodeJS.ProcessEnv): string[] {
  const names = Object.values(table).map((s) => s.name)
  return Object.keys(env)
    .filter((name) => env[name] && !names.includes(name) && !injected.test(name))
    .sort()
    .flatMap((name) => {
      const meant = nearest(name, names)
      return meant ? [`${name} is not a setting: did you mean ${meant}?`] : []
    })
}

/** load reads the settings. Its error lists all invalid ones, and variables whose names are almost a setting's. An empty variable counts as unset. */
export function load(env: NodeJS.ProcessEnv): Settings {
  const out: Record<string, unknown> = {}
  const problems = misspelt(env)
  for (const [key, s] of Object.entries(table)) {
    const value = env[s.name] || s.fallback
    try {
      out[key] = s.read(value)
    } catch (err) {
      problems.push(`${s.name}: ${JSON.stringify(value)} is not ${(err as Error).message}`)
    }
  }
  const settings = out as Settings
  if (settings.publicKeysFile === '') {
    problems.push('PUBLIC_KEYS_FILE is required')
  } else {
    try {
      readFileSync(settings.publicKeysFile)
    } catch (err) {
      problems.push(`PUBLIC_KEYS_FILE: ${(err as Error).message}`)
    }
  }
  const tls = [settings.tlsCertFile, settings.tlsKeyFile, settings.tlsCAFile].filter((file) => file !== '').length
  if (tls !== 0 && tls !== 3) problems.push('TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE belong together: set all or none')
  if (problems.length > 0) throw new Error(`settings: ${problems.join('; ')}`)
  return settings
}

/** markdown returns the table of settings for the README. Defaults that depend on the machine are left out. */
export function markdown(): string {
  const machine = ['RENDER_JOBS', 'RENDER_TEMP', 'RENDER_CACHE']
  const rows = Object.values(table).map((s) => `| \`${s.name}\` | ${machine.includes(s.name) ? '' : s.fallback} | ${s.help} |`)
  return `${['| setting | default | |', '| --- | --- | --- |', ...rows].join('\n')}\n`
}
