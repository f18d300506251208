'use client'

import { useEffect, useRef, useState } from 'react'
import * as t from '@/messages/archive'
import styles from './archive.module.css'
import { Button } from './button'

interface Progress {
  done: number
  total: number
}

interface Outcome {
  files: number
  missing: unknown[]
}

/** The function that saves an archive, loaded on the click. */
interface Saver {
  chooseFile: (now: Date) => Promise<FileSystemFileHandle | null>
  saveArchive: (
    file: FileSystemFileHandle | null,
    now: Date,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ) => Promise<Outcome>
}

interface ArchiveProps {
  heading: string
  what: string
  load: () => Promise<Saver>
  /** The message for people about an error. */
  wordsOf: (error: unknown) => string
}

type State =
  | { name: 'idle' }
  | { name: 'running'; progress: Progress | null }
  | { name: 'done'; outcome: Outcome }
  | { name: 'cancelled' }
  | { name: 'failed'; why: string }

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Saves everything of a person as a single file. */
export function Archive({ heading, what, load, wordsOf }: ArchiveProps) {
  const [state, setState] = useState<State>({ name: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const now = new Date()
    const controller = new AbortController()
    running.current = controller
    try {
      const { chooseFile, saveArchive } = await load()
      const file = await chooseFile(now)
      setState({ name: 'running', progress: null })
      const outcome = await saveArchive(file, now, controller.signal, (progress) =>
        setState({ name: 'running', progress }),
      )
      setState({ name: 'done', outcome })
    } catch (error) {
      if (controller.signal.aborted) setState({ name: 'cancelled' })
      else if (isAbort(error))
        setState({ name: 'idle' }) // the dialog was closed
      else if (error instanceof DOMException) setState({ name: 'failed', why: t.noSpace })
      else setState({ name: 'failed', why: wordsOf(error) })
    }
  }

  const progress = state.name === 'running' ? state.progress : null
  return (
    <section aria-labelledby="archive" className={styles.archive}>
      <h3 id="archive">{heading}</h3>
      <p>{what}</p>
      {state.name === 'running' ? (
        <>
          <progress aria-label={t.progress} max={progress?.total ?? 1} value={progress?.done} />
          <p className="figures">{progress ? t.packed(progress.done, progress.total) : t.preparing}</p>
          <Button kind="quiet" onClick={() => running.current?.abort()}>
            {t.cancel}
          </Button>
        </>
      ) : (
        <Button kind="quiet" onClick={start}>
          {state.name === 'done' ? t.again : t.start}
        </Button>
      )}
      <output>
        {state.name === 'done' &&
          (state.outcome.missing.length === 0
            ? t.done(state.outcome.files)
            : t.doneWithout(state.outcome.files, state.outcome.missing.length))}
        {state.name === 'cancelled' && t.cancelled}
      </output>
      {state.name === 'failed' && <p role="alert">{state.why}</p>}
    </section>
  )
}
