'use client'

import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/studio'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import type { Draft } from '../model'
import { cancelled, maxFile, uploadFile } from '../upload'
import styles from './studio.module.css'

interface PictureFieldProps {
  /** What the field calls the picture. */
  words: { choose: string; replace: string; hint: string; none: string }
  picture: Draft['picture']
  state: Draft['pictureState']
  /** What is missing, as the server said. */
  error?: string
  /** The picture was uploaded; it belongs to the draft once it is saved. */
  onUploaded: (uploadId: string) => void
  onBusy: (busy: boolean) => void
}

type Sending =
  | { status: 'idle' }
  | { status: 'sending'; name: string; done: number; paused: boolean }
  | { status: 'failed'; message: string }

/** The picture of a draft: what is there, and an upload that survives a lost connection. */
export function PictureField({ words, picture, state, error, onUploaded, onBusy }: PictureFieldProps) {
  const id = useId()
  const [sending, setSending] = useState<Sending>({ status: 'idle' })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  // The draft may be saved while the upload continues, so the last function is the one to call.
  const finish = useRef(onUploaded)
  useEffect(() => {
    finish.current = onUploaded
  })

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = '' // so that the same file can be chosen again
    if (!file) return
    if (file.size > maxFile || file.size === 0) {
      setSending({ status: 'failed', message: file.size ? t.tooLarge : t.emptyFile })
      return
    }
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setSending({ status: 'sending', name: file.name, done: 0, paused: false })
    onBusy(true)
    const update = (change: { done?: number; paused?: boolean }) =>
      setSending((now) => (now.status === 'sending' ? { ...now, ...change } : now))
    try {
      const upload = await uploadFile(file, {
        signal: controller.signal,
        onProgress: (sent) => update({ done: Math.floor((sent / file.size) * 100) }),
        onPaused: (paused) => update({ paused }),
      })
      setSending({ status: 'idle' })
      finish.current(upload)
    } catch (problem) {
      setSending(
        controller.signal.aborted ? { status: 'idle' } : { status: 'failed', message: wordsOf(problem) },
      )
    } finally {
      onBusy(false)
    }
  }

  const message = sending.status === 'failed' ? sending.message : error
  return (
    <div className={styles.picture}>
      {picture && (state === 'READY' || state === 'NONE') && <Picture media={picture} sizes="40rem" />}
      {state === 'WAITING' && <Notice>{t.preparing}</Notice>}
      {state === 'FAILED' && <Notice kind="alarm">{t.pictureFailed}</Notice>}
      {!picture && sending.status !== 'sending' && <p className={styles.quiet}>{words.none}</p>}
      {sending.status === 'sending' ? (
        <div className={styles.section}>
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
        <label className={buttonClass({ kind: 'quiet', className: styles.choose })}>
          {picture ? words.replace : words.choose}
          <input
            type="file"
            name="picture"
            accept="image/webp,image/png,image/jpeg,image/gif,image/avif"
            className={styles.file}
            onChange={choose}
            aria-describedby={`${id}-hint${message ? ` ${id}-error` : ''}`}
            aria-invalid={message ? true : undefined}
          />
        </label>
      )}
      <p id={`${id}-hint`} className={styles.quiet}>
        {words.hint}
      </p>
      {message && (
        <div id={`${id}-error`}>
          <Notice kind="alarm">{message}</Notice>
        </div>
      )}
    </div>
  )
}
