// A child does one job at a time and reports the results. Whatever it opens is untrusted: it has no settings and no keys, requests nothing
// but the one page, and is ended with its process group after a failure. A child that prints documents does nothing else.
import { setPriority } from 'node:os'
import { Code } from '@connectrpc/connect'
import { Fault } from './fault.js'
import { Reason } from './gen/vitrine/render/v1/render_pb.js'
import type { Report, Task } from './protocol.js'

/** Work that nobody waits for leaves the processors to everything else. Threads that start later have the same priority. */
if (process.argv[2]) setPriority(Number(process.argv[2]))

// The program is gone: end the browser as well.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))

const send = (report: Report) => process.send?.(report)

process.on('message', (task: Task) => {
  run(task).then(
    () => send({ kind: 'done' }),
    (err: unknown) => {
      if (err instanceof Fault) {
        send({ kind: 'fault', code: err.code, reason: err.reason, message: err.message })
      } else {
        send({ kind: 'fault', code: Code.Internal, reason: Reason.UNSPECIFIED, message: String((err as Error)?.stack ?? err) })
      }
    },
  )
})

async function run({ folder, work }: Task): Promise<void> {
  switch (work.kind) {
    case 'inspect':
      return (await import('./tasks/inspect.js')).inspectJob(work, send)
    case 'convert':
      return (await import('./tasks/convert.js')).convertJob(work, folder, send)
    case 'tile':
      return (await import('./tasks/tile.js')).tileJob(work, folder, send)
    case 'draw':
      return (await import('./tasks/draw.js')).drawJob(work, folder, send)
    case 'film':
      return (await import('./tasks/film.js')).filmJob(work, folder, send)
    case 'print':
      return (await import('./tasks/print.js')).printJob(work.sheet, folder, send)
  }
}
