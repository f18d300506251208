import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
const idleLimit = 30_000
/** A child is replaced after this number of jobs, because decoders may leak. */
const maxJobs = 200
/** A child that keeps more memory than this after a job is replaced, because the next job would be blamed for it. A new one has 50 MB. */
const maxIdleMemory = 128 << 20
/** The last characters of what a child writes to stderr are kept for the log. */
const maxOutput = 2000
/** Signals of a decoder that crashed. */
const crashes = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP']

/** Options of a pool. */
export interface PoolOptions {
  /** How many jobs run in parallel. One more runs if it is urgent. */
  jobs: number
  /** How many urgent jobs may wait, and how many others. */
  waiting: number
  /** The priority of processes whose jobs nobody waits for: 0 like all others, 19 the lowest. */
  nice: number
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
  /** Is aborted when the caller is gone or its deadline has passed. */
  signal: AbortSignal
  report: (report: Exclude<Report, { kind: 'done' | 'fault' }>) => void
}

/** Crash means that a decoder ended its child during a job. */
class Crash extends Error {}

/** Reported is a Fault that a child has reported itself: unlike a crash or a limit, it leaves the child in order. */
class Reported extends Fault {}

class Child {
  jobs = 0
  /** Whether the process has ended, or was killed. */
  ended = false
  private output = ''
  private idleTimer: NodeJS.Timeout | undefined
  private finish: ((err?: Error) => void) | undefined
  private report: Run['report'] | undefined

  private constructor(
    readonly subprocess: ChildProcess,
    readonly urgent: boolean,
    /** Whether it prints documents, which have personal data, and so never opens untrusted bytes. */
    readonly prints: boolean,
  ) {
    subprocess.stderr?.on('data', (data: Buffer) => {
      this.output = (this.output + data.toString()).slice(-maxOutput)
    })
    subprocess.on('message', (report: Report) => {
      if (report.kind === 'done') this.finish?.()
      else if (report.kind === 'fault') this.finish?.(new Reported(report.code, report.reason, report.message))
      else this.report?.(report)
    })
    subprocess.on('error', (err) => this.end(temporary(`render can't start a process: ${err.message}`)))
    subprocess.on('exit', (code, signal) => {
      const text = `a child ended with ${signal ?? `exit code ${code}`}`
      this.end(signal && crashes.includes(signal) ? new Crash(text) : temporary(text))
    })
  }

  /**
   * start starts a child with nothing but env, in a separate process group, so that a browser ends with it. The kernel ends it before this
   * program if memory runs out.
   */
  static start(urgent: boolean, prints: boolean, nice: number, env: NodeJS.ProcessEnv): Child {
    const subprocess = fork(fileURLToPath(new URL('./child.js', import.meta.url)), urgent ? [] : [`${nice}`], {
      env,
      execArgv: ['--max-old-space-size=256'],
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (subprocess.pid) writeFile(`/proc/${subprocess.pid}/oom_score_adj`, '1000').catch(() => {}) // Linux only
    return new Child(subprocess, urgent, prints)
  }

  private end(err: Error) {
    this.ended = true
    clearTimeout(this.idleTimer)
    this.finish?.(err)
  }

  /** kill ends the process and all that it started. */
  kill() {
    this.ended = true
    clearTimeout(this.idleTimer)
    const pid = this.subprocess.pid
    if (!pid) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  /** reusable reports whether the child can do another job. */
  get reusable() {
    if (this.ended || this.jobs >= maxJobs) return false
    const used = usage(this.subprocess.pid ?? 0, false)
    return !used || used.memory <= maxIdleMemory
  }

  /** startIdleTimer ends the child if it gets no further job. */
  startIdleTimer() {
    this.idleTimer = setTimeout(() => this.kill(), idleLimit)
    this.idleTimer.unref()
  }

  /** run does one job. After an error that isn't a refusal by the child itself, it must not be used again. */
  async run(work: Work, r: Run, o: PoolOptions): Promise<void> {
    clearTimeout(this.idleTimer)
    this.jobs++
    this.report = r.report
    const pid = this.subprocess.pid ?? 0
    const page = isPage(work)
    const before = usage(pid, false)?.cpu ?? 0
    let watch: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.finish = (err) => (err ? reject(err) : resolve())
        if (r.signal.aborted) reject(cancelled(r.signal))
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
        else this.subprocess.send({ folder: r.folder, work } satisfies Task, (err) => err && reject(temporary(err.message)))
      })
    } catch (err) {
      const refused = err instanceof Fault && err.code === Code.InvalidArgument
      if (this.output && !refused) log.warn('output of a child', { output: this.output })
      throw err
    } finally {
      clearInterval(watch)
      this.finish = undefined
      this.report = undefined
    }
  }
}

const pageTooLarge = () => refuse(Reason.PAGE_CRASHED, 'The page takes too much memory.')

/** cancelled returns the error of a job whose caller is gone or whose deadline has passed. */
function cancelled(signal: AbortSignal): Error {
  const timedOut = signal.reason?.code === Code.DeadlineExceeded
  return new Fault(
    timedOut ? Code.DeadlineExceeded : Code.Canceled,
    Reason.UNSPECIFIED,
    timedOut ? 'the deadline has passed' : 'the call was cancelled',
  )
}

const isPage = (work: Work) => work.kind === 'draw' || work.kind === 'film'

interface Waiting {
  urgent: boolean
  page: boolean
  start: () => void
}

/** Pool runs each job in a child process, urgent ones first. Children are reused after a success or a refusal, and ended after anything else. */
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
    // A large picture that is needed in another order than it is stored goes to a file in the folder. sharp 0.35 still takes memory for it.
    this.env = {
      PATH: process.env.PATH,
      TMPDIR: temp,
      VIPS_DISC_THRESHOLD: '64m',
      VIPS_CONCURRENCY: '1',
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      // Memory of a picture goes back to the system when it is freed, so that the child can be used again.
      MALLOC_MMAP_THRESHOLD_: '262144',
      MALLOC_TRIM_THRESHOLD_: '262144',
    }
  }

  get counts() {
    return { running: this.running.all, waiting: this.queue.length, children: this.children.size }
  }

  /** run does a job. It throws a Fault. */
  async run(work: Work, r: Run): Promise<void> {
    const page = isPage(work)
    await this.waitForSlot(page, r)
    let reported = 0
    const report: Run['report'] = (result) => {
      reported++
      r.report(result)
    }
    try {
      await this.attempt(work, { ...r, report })
    } catch (err) {
      if (!(err instanceof Crash)) throw err
      // The machine may be the cause, so a file is only blamed for the second crash.
      log.warn('a child crashed', { job: work.kind, error: err })
      await this.repeat(work, r, reported)
    } finally {
      this.running.all--
      if (page) this.running.pages--
      this.startNext()
    }
  }

  /** repeat does a job again after a crash, in a separate folder: what was reported before the crash may still be read, and isn't reported again. */
  private async repeat(work: Work, r: Run, reported: number): Promise<void> {
    const folder = join(r.folder, 'again')
    await mkdir(folder)
    let skip = reported
    const report: Run['report'] = (result) => {
      if (skip > 0) skip--
      else r.report(result)
    }
    try {
      await this.attempt(work, { ...r, folder, report })
    } catch (err) {
      throw err instanceof Crash ? refuse(Reason.DAMAGED, 'This picture is damaged: it crashes the program that reads it.') : err
    }
  }

  /** waitForSlot waits until a job may start. */
  private waitForSlot(page: boolean, r: Run): Promise<void> {
    return new Promise((resolve, reject) => {
      if (r.signal.aborted) {
        reject(cancelled(r.signal))
        return
      }
      if (this.queue.filter((w) => w.urgent === r.urgent).length >= this.o.waiting) {
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
      this.startNext()
    })
  }

  /** startNext starts the waiting jobs that slots are free for. */
  private startNext() {
    for (const urgent of [true, false]) {
      for (const w of this.queue.filter((other) => other.urgent === urgent)) {
        const extra = urgent ? 1 : 0
        // A browser needs much more memory than a picture, so only one runs, and one more if somebody waits.
        if (this.running.all >= this.o.jobs + extra || (w.page && this.running.pages >= 1 + extra)) continue
        this.queue.splice(this.queue.indexOf(w), 1)
        this.running.all++
        if (w.page) this.running.pages++
        w.start()
      }
    }
  }

  /** attempt does a job in an idle child or a new one. */
  private async attempt(work: Work, r: Run): Promise<void> {
    const page = isPage(work)
    this.idle = this.idle.filter((c) => !c.ended)
    const prints = work.kind === 'print'
    const at = page ? -1 : this.idle.findIndex((c) => c.urgent === r.urgent && c.prints === prints)
    const child = at < 0 ? this.startChild(r.urgent, prints) : this.idle.splice(at, 1)[0]!
    let clean = false
    try {
      await child.run(work, r, this.o)
      clean = true
    } catch (err) {
      clean = err instanceof Reported && err.code === Code.InvalidArgument
      throw err
    } finally {
      if (clean && !page && child.reusable) {
        child.startIdleTimer()
        this.idle.push(child)
      } else {
        child.kill()
      }
    }
  }

  private startChild(urgent: boolean, prints: boolean): Child {
    const child = Child.start(urgent, prints, this.o.nice, this.env)
    this.children.add(child)
    child.subprocess.once('exit', () => this.children.delete(child))
    return child
  }

  /** close ends all children. */
  close() {
    for (const child of this.children) child.kill()
  }
}
