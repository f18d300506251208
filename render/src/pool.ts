import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Code } from '@connectrpc/connect'
import { Fault, refuse, temporary } from './fault.js'
import { Reason } from './gen/vitrine/render/v1/render_pb.js'
import { tooMuchMemory } from './limits.js'
import { log } from './log.js'
import type { Report, Task, Work } from './protocol.js'
import { usage } from './usage.js'

/** How often a running child's memory and processor time are checked, in milliseconds. */
const watchEvery = 100
/** A child without work is ended after this time, in milliseconds. */
const idleFor = 30_000
/** A child is replaced after this number of jobs, because decoders may leak. */
const maxJobs = 200
/** At most this much of what a child writes to stderr is kept for the log. */
const keptOutput = 2000
/** Signals of a decoder that crashed. */
const crashes = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP']

/** Options of a pool. */
export interface PoolOptions {
  /** How many jobs run in parallel. One more runs if it is urgent. */
  jobs: number
  /** How many jobs may wait. */
  waiting: number
  /** Memory limits for pictures and pages, in bytes. */
  memory: number
  browserMemory: number
  /** Processor time of a job for a picture, in seconds. */
  cpuLimit: number
}

/** Run is how a job runs. */
export interface Run {
  folder: string
  urgent: boolean
  /** Ends the job: the caller is gone, or its deadline has passed. */
  signal: AbortSignal
  report: (report: Exclude<Report, { kind: 'done' | 'fault' }>) => void
}

/** Crash means that a child ended during a job by a signal that nobody sent. */
class Crash extends Error {}

class Child {
  jobs = 0
  /** Closed when the process has ended. */
  ended = false
  private output = ''
  private idle: NodeJS.Timeout | undefined
  private settle: ((err?: Error) => void) | undefined
  private report: Run['report'] | undefined

  private constructor(
    readonly process: ChildProcess,
    readonly urgent: boolean,
  ) {
    process.stderr?.on('data', (data: Buffer) => {
      this.output = (this.output + data.toString()).slice(-keptOutput)
    })
    process.on('message', (report: Report) => {
      if (report.kind === 'done') this.settle?.()
      else if (report.kind === 'fault') this.settle?.(new Fault(report.code, report.reason, report.message))
      else this.report?.(report)
    })
    process.on('error', (err) => this.end(temporary(`render can't start a process: ${err.message}`)))
    process.on('exit', (code, signal) => {
      const text = `a child ended with ${signal ?? `exit code ${code}`}`
      this.end(signal && crashes.includes(signal) ? new Crash(text) : temporary(text))
    })
  }

  /**
   * start starts a child with an empty environment, in a process group of its own, so that a browser ends with it. The kernel ends it
   * before this program if memory runs out.
   */
  static start(urgent: boolean, env: NodeJS.ProcessEnv): Child {
    const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), urgent ? [] : ['background'], {
      env,
      execArgv: ['--max-old-space-size=256'],
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (child.pid) writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {})
    return new Child(child, urgent)
  }

  private end(err: Error) {
    this.ended = true
    clearTimeout(this.idle)
    this.settle?.(err)
  }

  /** kill ends the process and all that it started. */
  kill() {
    this.ended = true
    clearTimeout(this.idle)
    const pid = this.process.pid
    if (!pid) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  rest() {
    this.idle = setTimeout(() => this.kill(), idleFor)
    this.idle.unref()
  }

  /** run does one job. After an error the child must not be used again. */
  async run(work: Work, r: Run, o: PoolOptions): Promise<void> {
    clearTimeout(this.idle)
    this.jobs++
    this.report = r.report
    const pid = this.process.pid ?? 0
    const page = work.kind === 'draw' || work.kind === 'film'
    const before = usage(pid, false)?.cpu ?? 0
    let watch: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.settle = (err) => (err ? reject(err) : resolve())
        r.signal.addEventListener('abort', () => reject(cancelled(r.signal)), { once: true })
        watch = setInterval(() => {
          const used = usage(pid, page)
          if (!used) return
          if (used.memory > (page ? o.browserMemory : o.memory)) reject(page ? pageTooLarge() : tooMuchMemory(o.memory))
          if (!page && used.cpu - before > o.cpuLimit) {
            reject(refuse(Reason.TOO_MUCH_TIME, `This picture takes more than ${o.cpuLimit} seconds of processor time. Save it smaller.`))
          }
        }, watchEvery)
        if (this.ended) reject(temporary('a child ended early'))
        else this.process.send({ folder: r.folder, work } satisfies Task, (err) => err && reject(temporary(err.message)))
      })
    } catch (err) {
      if (this.output) log.warn('output of a child', { output: this.output })
      throw err
    } finally {
      clearInterval(watch)
      this.settle = undefined
      this.report = undefined
    }
  }
}

const pageTooLarge = () => refuse(Reason.PAGE_CRASHED, 'The page takes too much memory.')

/** cancelled returns why a job was ended from outside. */
export function cancelled(signal: AbortSignal): Error {
  if (signal.reason instanceof Fault) return signal.reason
  const late = signal.reason?.code === Code.DeadlineExceeded
  return new Fault(late ? Code.DeadlineExceeded : Code.Canceled, Reason.UNSPECIFIED, late ? 'took too long' : 'cancelled')
}

interface Waiting {
  urgent: boolean
  page: boolean
  start: () => void
}

/** Pool runs each job in a child process, urgent ones first. Children are reused after a success, and ended after anything else. */
export class Pool {
  private queue: Waiting[] = []
  private running = { all: 0, pages: 0 }
  private idle: Child[] = []
  private children = new Set<Child>()
  private readonly env: NodeJS.ProcessEnv

  constructor(
    private readonly o: PoolOptions,
    temp: string,
  ) {
    // A large picture that is needed in another order than it is stored goes to a file in the folder instead of memory.
    this.env = {
      PATH: process.env.PATH,
      TMPDIR: temp,
      VIPS_DISC_THRESHOLD: '64m',
      VIPS_CONCURRENCY: '1',
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
    }
  }

  get counts() {
    return { running: this.running.all, waiting: this.queue.length, children: this.children.size }
  }

  /** run does a job. It throws a Fault. */
  async run(work: Work, r: Run): Promise<void> {
    const page = work.kind === 'draw' || work.kind === 'film'
    await this.turn(page, r)
    try {
      await this.attempt(work, r, page)
    } catch (err) {
      if (!(err instanceof Crash)) throw err
      // The machine may be the cause, so a file is only blamed for the second crash.
      log.warn('a child crashed', { job: work.kind, error: err })
      await this.attempt(work, r, page).catch((again: unknown) => {
        throw again instanceof Crash ? refuse(Reason.DAMAGED, 'This picture is damaged: it ends the program that reads it.') : again
      })
    } finally {
      this.running.all--
      if (page) this.running.pages--
      this.next()
    }
  }

  /** turn waits until a job may start. */
  private turn(page: boolean, r: Run): Promise<void> {
    return new Promise((resolve, reject) => {
      if (r.signal.aborted) {
        reject(cancelled(r.signal))
        return
      }
      if (this.queue.length >= this.o.waiting) {
        reject(new Fault(Code.ResourceExhausted, Reason.BUSY, 'too many jobs wait'))
        return
      }
      const stop = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1)
        reject(cancelled(r.signal))
      }
      const waiting = {
        urgent: r.urgent,
        page,
        start: () => {
          r.signal.removeEventListener('abort', stop)
          resolve()
        },
      }
      r.signal.addEventListener('abort', stop, { once: true })
      this.queue.push(waiting)
      this.next()
    })
  }

  private next() {
    for (const urgent of [true, false]) {
      for (const w of this.queue.filter((other) => other.urgent === urgent)) {
        const extra = urgent ? 1 : 0
        // A browser needs much more memory than a picture, so only one job that nobody waits for has one.
        if (this.running.all >= this.o.jobs + extra || (w.page && this.running.pages >= 1 + extra)) continue
        this.queue.splice(this.queue.indexOf(w), 1)
        this.running.all++
        if (w.page) this.running.pages++
        w.start()
      }
    }
  }

  private async attempt(work: Work, r: Run, page: boolean): Promise<void> {
    this.idle = this.idle.filter((c) => !c.ended)
    const at = page ? -1 : this.idle.findIndex((c) => c.urgent === r.urgent)
    const child = at < 0 ? this.begin(r.urgent) : this.idle.splice(at, 1)[0]!
    let reusable = false
    try {
      await child.run(work, r, this.o)
      reusable = !page && child.jobs < maxJobs && !child.ended
    } finally {
      if (reusable) {
        child.rest()
        this.idle.push(child)
      } else {
        child.kill()
      }
    }
  }

  private begin(urgent: boolean): Child {
    const child = Child.start(urgent, this.env)
    this.children.add(child)
    child.process.once('exit', () => this.children.delete(child))
    return child
  }

  /** close ends all children. */
  close() {
    for (const child of this.children) child.kill()
  }
}
