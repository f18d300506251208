// Builds programs that others wrote, and installs their packages: once, in the user's cache, so that a fresh clone has them too.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vitrine', 'peers')
const here = import.meta.dirname

/** Go programs: their package and version. The file in the cache has both names. */
const programs = {
  geth: { module: 'github.com/ethereum/go-ethereum', version: 'v1.17.0', path: 'cmd/geth' },
  hydra: { module: 'github.com/ory/hydra/v2', version: 'v2.3.0', build: buildHydra },
  mailpit: { module: 'github.com/axllent/mailpit', version: 'v1.33.1' },
  'stripe-mock': { module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' },
  toxiproxy: { module: 'github.com/Shopify/toxiproxy/v2', version: 'v2.5.0', path: 'cmd/server' },
  versitygw: { module: 'github.com/versity/versitygw', version: 'v1.8.0', path: 'cmd/versitygw' },
}

/** Packages of which only the built files are used. Their dependencies, of which there are hundreds, aren't installed. */
const bundles = {
  mirador: { version: '4.0.0', integrity: 'sha512-uWsE9e2oqSc/lUu+vVwDGhTsycuhGsfZ2KfX6CLfXiT3wgGy6qT9+q5M3V9Zz72hkdIgsJugKesaowmRtYmvrA==' },
  openseadragon: { version: '6.1.1', integrity: 'sha512-g4iKe2q8B642SaBT3+x4ZF3/8b1TxPPydyjmtrOLgDrlYWMKd9ZXM+1Cb/xa9DVySkvs/7l6HR1nHKfD5F3Tsw==' },
  universalviewer: { version: '4.4.0', integrity: 'sha512-9OVs6uCzeQYw50jg8k2vEGq6hQFu7kEv9OOAlmqVH9duhrpg1xlIqcMIb2rhNQnAxTQd3R13gxJze9UYkiwdzg==' },
}

/** The version of @nomicfoundation/edr in package-lock.json. */
const edr = '0.22.0'

const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** The version of a program or package. */
export const versionOf = (name) => ((programs[name] ?? bundles[name])?.version ?? manifest.dependencies[name]).replace(/^(v|npm:.*@)/, '')

/** Runs a command of an installation. Its output is shown only if it fails. */
function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  } catch (error) {
    throw new Error(
      `${command} ${args.join(' ')}: ${error.code === 'ENOENT' ? 'not found' : (error.stderr || error.stdout || error.message).trim().slice(-4000)}`,
    )
  }
}

/** Settings of this repository, such as its workspace, don't apply to other people's programs. */
const goEnv = (more) => ({ ...process.env, GOWORK: 'off', GOFLAGS: '-trimpath', CGO_ENABLED: '0', ...more })

/** Returns the path of a program, which is built first if the cache doesn't have it. */
export function program(name) {
  const { module, version, path, build } = programs[name]
  const file = join(cache, `${name}-${version}`)
  if (existsSync(file)) return file
  console.log(`  building ${name} ${version} …`)
  mkdirSync(cache, { recursive: true })
  const dir = mkdtempSync(join(cache, 'build-'))
  try {
    const built = build
      ? build(dir, module, version)
      : (run('go', ['install', '-ldflags=-w', `${[module, path].filter(Boolean).join('/')}@${version}`], { cwd: dir, env: goEnv({ GOBIN: dir }) }),
        join(dir, path ? path.split('/').at(-1) : name))
    // Renamed when it is complete, because a build may be interrupted.
    renameSync(built, file)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return file
}

/** Returns the folder of a package's files, which are downloaded first if the cache doesn't have them. */
export function bundle(name) {
  const { version, integrity } = bundles[name]
  const folder = join(cache, `${name}-${version}`)
  if (existsSync(folder)) return folder
  console.log(`  downloading ${name} ${version} …`)
  mkdirSync(cache, { recursive: true })
  const dir = mkdtempSync(join(cache, 'build-'))
  try {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error', `${name}@${version}`], { cwd: dir }))
    const file = readFileSync(join(dir, packed.filename))
    const got = `sha512-${createHash('sha512').update(file).digest('base64')}`
    if (got !== integrity) throw new Error(`${name} ${version}: the package has the hash ${got}, want ${integrity}`)
    run('tar', ['-xzf', packed.filename], { cwd: dir })
    renameSync(join(dir, 'package'), folder)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return folder
}

/** Hydra can't be installed by `go install`, because its module replaces others. Its database in memory is SQLite, which needs a C compiler. */
function buildHydra(dir, module, version) {
  const { Dir } = JSON.parse(run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: dir, env: goEnv() }))
  const source = join(dir, 'source')
  cpSync(Dir, source, { recursive: true })
  run('chmod', ['-R', 'u+w', source])
  const env = goEnv({ CGO_ENABLED: '1', GOFLAGS: '-trimpath -mod=mod' })
  // This one is in a folder that the published module doesn't have. The program doesn't use it.
  run('go', ['mod', 'edit', '-dropreplace', 'github.com/ory/hydra-client-go/v2'], { cwd: source, env })
  run('go', ['build', '-ldflags=-w', '-tags', 'sqlite,sqlite_omit_load_extension', '-o', join(dir, 'hydra'), '.'], { cwd: source, env })
  return join(dir, 'hydra')
}

/** Installs the packages of package-lock.json in the cache, and links them here, where Node looks for them. */
export function packages() {
  const lock = readFileSync(join(here, 'package-lock.json'))
  const dir = join(cache, `npm-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
  if (!existsSync(dir)) {
    console.log('  installing packages …')
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, 'build-'))
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(here, file), join(fresh, file))
    try {
      const npm = (...args) => run('npm', ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', ...args], { cwd: fresh })
      npm('ci')
      // Hardhat's native part wants Node 22. As an optional package, which it is to Hardhat, npm of an older Node leaves it out.
      if (process.platform === 'linux' && process.arch === 'x64') npm('install', '--no-save', '--no-package-lock', `@nomicfoundation/edr-linux-x64-gnu@${edr}`)
      chmodSync(fresh, 0o755)
      renameSync(fresh, dir)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  const link = join(here, 'node_modules')
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true })
  symlinkSync(join(dir, 'node_modules'), link)
  return dir
}
