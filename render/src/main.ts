import { log } from './log.js'
import { start } from './program.js'
import { load, markdown } from './settings.js'

/** healthcheck ends with 0 if the program on this machine is ready. With TLS, only the internal address can be requested. */
async function healthcheck(): Promise<number> {
  const addr = process.env.TLS_CERT_FILE ? process.env.INTERNAL_ADDR : process.env.ADDR || '127.0.0.1:8088'
  const url = `http://${(addr ?? '').replace(/^(0\.0\.0\.0|\[::\])?:/, '127.0.0.1:')}/readyz`
  const res = await fetch(url, { signal: AbortSignal.timeout(3000), redirect: 'error' }).catch(() => undefined)
  return res?.ok ? 0 : 1
}

async function main(args: string[]): Promise<number | undefined> {
  switch (args.join(' ')) {
    case 'settings':
      process.stdout.write(markdown())
      return 0
    case 'settings check':
      load(process.env)
      return 0
    case 'healthcheck':
      return healthcheck()
    case '': {
      const program = await start(load(process.env))
      for (const signal of ['SIGTERM', 'SIGINT']) {
        process.once(signal, () => program.close().finally(() => process.exit(0)))
      }
      return undefined
    }
  }
  process.stderr.write('usage: main.js [settings [check] | healthcheck]\n')
  return 2
}

// A fault of one job must not end the others.
process.on('unhandledRejection', (err) => log.error('unhandled error', { error: err instanceof Error ? err.stack : err }))

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exit(code)
  },
  (err: unknown) => {
    log.error('cannot start', { error: err })
    process.exit(1)
  },
)
