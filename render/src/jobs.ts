import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { misused, refuse } from './fault.js'
import { Reason } from './gen/vitrine/render/v1/render_pb.js'
import { megabytes } from './limits.js'
import type { Pool, Run } from './pool.js'
import type { Report, Work } from './protocol.js'

/** The size of the chunks of results, in bytes. */
const chunkSize = 1 << 20
/** The start of the name of a program's folder, which continues with its process id. */
const prefix = 'vitrine-render-'

/** Result is what a running job reports. */
export type Result = Exclude<Report, { kind: 'done' | 'fault' }>

/** Jobs gives each job a separate folder and runs it in the pool. */
export class Jobs {
  private readonly root: string
  private count = 0

  constructor(
    private readonly pool: Pool,
    temp: string,
  ) {
    sweep(temp)
    this.root = mkdtempSync(join(temp, `${prefix}${process.pid}-`))
  }

  /** use calls fn with a new folder, and removes it afterwards. */
  async *use<T>(fn: (folder: string) => AsyncIterable<T>): AsyncIterable<T> {
    const folder = join(this.root, `${++this.count}`)
    await mkdir(folder)
    try {
      yield* fn(folder)
    } finally {
      // A process that was just killed may still have been writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  }

  /**
   * run does a job and returns its results as they come. It doesn't wait for the caller to read them: their files stay in the folder. The job ends
   * if the caller stops reading.
   */
  async *run(work: Work, r: Omit<Run, 'report'>): AsyncIterable<Result> {
    const stop = new AbortController()
    const results: Result[] = []
    let wake = () => {}
    let ended = false
    const job = this.pool
      .run(work, {
        ...r,
        signal: AbortSignal.any([r.signal, stop.signal]),
        report: (result) => {
          results.push(result)
          wake()
        },
      })
      .finally(() => {
        ended = true
        wake()
      })
    job.catch(() => {}) // it is awaited when all results are read
    try {
      for (;;) {
        const next = results.shift()
        if (next) {
          yield next
          continue
        }
        if (ended) break
        await new Promise<void>((resolve) => {
          wake = resolve
          if (results.length > 0 || ended) resolve()
        })
      }
      await job
    } finally {
      stop.abort()
      await job.catch(() => {})
    }
  }

  /** close removes the folders. */
  close() {
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** sweep removes the folders of programs that were killed. */
function sweep(temp: string) {
  for (const name of readdirSync(temp)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (!pid) continue
    try {
      if (pid !== process.pid) process.kill(pid, 0)
      else rmSync(join(temp, name), { recursive: true, force: true })
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ESRCH') rmSync(join(temp, name), { recursive: true, force: true })
    }
  }
}

/** Part is a message of a request: the job, or a chunk of the original. */
interface Part<J> {
  part: { case: 'job'; value: J } | { case: 'chunk'; value: Uint8Array } | { case: undefined; value?: undefined }
}

/** receive returns the job of a request and writes the original that follows into a file. */
export async function receive<J>(parts: AsyncIterable<Part<J>>, file: string, maxBytes: number): Promise<J> {
  let job: J | undefined
  let size = 0
  const out = await open(file, 'wx')
  try {
    for await (const { part } of parts) {
      if (part.case === 'job' && job === undefined) {
        job = part.value
      } else if (part.case === 'chunk' && job !== undefined) {
        size += part.value.length
        if (size > maxBytes) throw refuse(Reason.TOO_MANY_BYTES, `This file is larger than ${megabytes(maxBytes)}. Save it smaller.`)
        await out.write(part.value)
      } else {
        throw misused('the first message has the job, and all others a chunk')
      }
    }
  } finally {
    await out.close()
  }
  if (job === undefined) throw misused('the job is missing')
  return job
}

/** chunksOf returns a file's bytes. */
export async function* chunksOf(file: string): AsyncIterable<Uint8Array> {
  const f = await open(file)
  try {
    for (;;) {
      const { bytesRead, buffer } = await f.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await f.close()
  }
}
