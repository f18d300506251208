'use client'

import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api/error'
import * as t from '@/messages/desk-accounts'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { linkArtist, readArtist } from '../accounts-calls'
import styles from './desk.module.css'

interface LinkArtistProps {
  id: string
  /** What the page calls the account. */
  account: string
  onLinked: () => void
}

/** Links an artist to an account. It names the artist before anything is sent. */
export function LinkArtist({ id, account, onLinked }: LinkArtistProps) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState('')
  const [refused, setRefused] = useState('')
  const [done, setDone] = useState('')
  /** The artist's name, while the person is asked to confirm. */
  const [artist, setArtist] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLElement>(artist)
  const failed = (problem: unknown) =>
    setRefused(problem instanceof ApiError ? problem.message : t.linkFailed)

  async function check(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    setRefused('')
    setError(/^\d{1,15}$/.test(number.trim()) ? '' : t.artistInvalid)
    if (!/^\d{1,15}$/.test(number.trim())) return
    setBusy(true)
    try {
      const name = await readArtist(number.trim())
      if (name) setArtist(name)
      else setError(t.artistMissing)
    } catch (problem) {
      failed(problem)
    }
    setBusy(false)
  }

  async function send() {
    if (busy) return
    setBusy(true)
    try {
      await linkArtist(number.trim(), id)
      setDone(t.linked(artist))
      setNumber('')
      onLinked()
    } catch (problem) {
      failed(problem)
    }
    setBusy(false)
    setArtist('')
  }

  return (
    <section ref={part} className={styles.part} aria-labelledby="artist">
      <h3 id="artist">{t.artistTitle}</h3>
      <p className={editing.quiet}>{t.artistMeans}</p>
      {refused && <Notice kind="alarm">{refused}</Notice>}
      <output>{done}</output>
      {artist ? (
        <Notice kind="plain" title={t.confirmLink(artist, account)}>
          <p className={editing.buttons}>
            <Button busy={busy} onClick={send}>
              {t.link}
            </Button>
            <Button kind="text" onClick={() => !busy && setArtist('')}>
              {t.back}
            </Button>
          </p>
        </Notice>
      ) : (
        <form className={editing.form} onSubmit={check} noValidate>
          <Field
            label={t.artistNumber}
            hint={t.artistHint}
            error={error || undefined}
            value={number}
            inputMode="numeric"
            maxLength={15}
            autoComplete="off"
            onChange={({ target }) => setNumber(target.value)}
          />
          <div>
            <Button type="submit" kind="quiet" busy={busy}>
              {t.checkLink}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
