import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints at the end how to run each failed journey alone, with a trace of what its browser did. */
export default class Repeat implements Reporter {
  private readonly failed = new Set<string>()

  onTestEnd({ location }: TestCase, { status }: TestResult) {
    if (status === 'passed' || status === 'skipped') return
    this.failed.add(`${relative(import.meta.dirname, location.file)}:${location.line}`)
  }

  onEnd() {
    if (this.failed.size === 0) return
    console.info('\nRun a failed journey alone, with a trace:')
    for (const place of this.failed) console.info(`  npm --prefix frontend run e2e -- ${place} --trace on`)
  }
}
