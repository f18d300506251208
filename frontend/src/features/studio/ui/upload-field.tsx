'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { UploadLimitFragment } from '@/gen/graphql'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { FileButton } from '@/ui/file-button'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { cancelled, problemOf, uploadFile } from '../upload'
import styles from './studio.module.css'

interface UploadFieldProps<T> {
  name: string
  /** What the server accepts. */
  limit: UploadLimitFragment
  words: {
    choose: string
    replace: string
    none: string
    hint: (limit: UploadLimitFragment) => string
  }
  /** Whether the draft has such a file already. */
  filled: boolean
  /** What is missing, as the server said. */
  error?: string
  /** The artist that staff upload it for; absent for the caller’s own. */
  artistId?: string
  /** Looks at a chosen file before it is sent. Throws an error with a message for people. */
  look: (file: File) => Promise<T>
  /** Another source of a file, which returns null while it has no file. */
  other?: { label: string; none: string; take: () => Promise<File | null> }
  /** The file was uploaded; it belongs to the draft once it is saved. */
  onUploaded: (uploadId: string, looked: T) => void
  onBusy: (busy: boolean) => void
  /** What is there. */
  children: ReactNode
}

type Sending =
  | { status: 'idle' }
  | { status: 'sending'; name: string; done: number; paused: boolean }
  | { status: 'failed'; message: string }

/** A file of a draft: what is there, and an upload that survives a lost connection. */
export function UploadField<T>(props: UploadFieldProps<T>) {
  const { name, limit, words, filled, error, artistId, look, other, onUploaded, onBusy, children } = props
  const id = useId()
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const abort = useRef<AbortController>(null)
  const controls = useKeptFocus<HTMLDivElement>(`${sending.status === 'sending'} ${filled}`, {
    preventScroll: true,
  })
  useEffect(() => () => abort.current?.abort(), [])
  // The draft may be saved while the upload continues, so the last function is the one to call.
  const finish = useRef(onUploaded)
  useEffect(() => {
    finish.current = onUploaded
  })
  const fail = (message: string) => setSending({ status: 'failed', message })

  async function send(file: File) {
    const problem = problemOf(file, limit)
    if (problem) return fail(problem)
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setSending({ status: 'sending', name: file.name, done: 0, paused: false })
    onBusy(true)
    const update = (change: { done?: number; paused?: boolean }) =>
      setSending((now) => (now.status === 'sending' ? { ...now, ...change } : now))
    try {
      let looked: T
      try {
        looked = await look(file)
      } catch (problem) {
        return fail(problem instanceof Error ? problem.message : t.failed)
      }
      const upload = await uploadFile(file, {
        signal: controller.signal,
        artistId,
        onProgress: (sent) => update({ done: Math.floor((sent / file.size) * 100) }),
        onPaused: (paused) => update({ paused }),
      })
      setSending({ status: 'idle' })
      finish.current(upload, looked)
    } catch (problem) {
      if (controller.signal.aborted) setSending({ status: 'idle' })
      else fail(wordsOf(problem))
    } finally {
      onBusy(false)
    }
  }

  async function takeOther() {
    if (!other) return
    try {
      const file = await other.take()
      if (file) await send(file)
      else fail(other.none)
    } catch (problem) {
      fail(wordsOf(problem))
    }
  }

  const message = sending.status === 'failed' ? sending.message : error
  return (
    <div className={styles.picture}>
      {children}
      {!filled && sending.status !== 'sending' && <p className={editing.quiet}>{words.none}</p>}
      <div ref={controls}>
        {sending.status === 'sending' ? (
          <div className={editing.section}>
            <label htmlFor={`${id}-progress`}>
              {t.uploading(sending.name)} <span className="figures">{t.percent(sending.done)}</span>
            </label>
            <progress id={`${id}-progress`} className={styles.bar} max={100} value={sending.done} />
            {sending.paused && <Notice>{t.paused}</Notice>}
            <p>
              <Button kind="text" onClick={() => abort.current?.abort(cancelled)}>
                {t.cancelUpload}
              </Button>
            </p>
          </div>
        ) : (
          <div className={editing.buttons}>
            <FileButton
              name={name}
              accept={limit.types.join(',')}
              onChoose={send}
              aria-describedby={`${id}-hint${message ? ` ${id}-error` : ''}`}
              aria-invalid={message ? true : undefined}
            >
              {filled ? words.replace : words.choose}
            </FileButton>
            {other && (
              <Button kind="text" onClick={() => void takeOther()}>
                {other.label}
              </Button>
            )}
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className={editing.quiet}>
        {words.hint(limit)}
      </p>
      {message && (
        <div id={`${id}-error`}>
          <Notice kind="alarm">{message}</Notice>
        </div>
      )}
    </div>
  )
}
