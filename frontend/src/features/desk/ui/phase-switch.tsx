'use client'

import { useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { pausePhase, resumePhase, type Schedule } from '../phases-calls'

interface PhaseSwitchProps {
  phase: Schedule['items'][number]['phase']
  onDone: (next: Schedule, message: string) => void
}

/** Where a phase stands, and the way to pause it or to let it continue. */
export function PhaseSwitch({ phase: { id, name, state, startsAt, endsAt }, onDone }: PhaseSwitchProps) {
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const part = useKeptFocus<HTMLLIElement>(asking)
  const isPaused = state === 'paused'

  async function send() {
    if (busy) return
    setBusy(true)
    setRefused('')
    try {
      const next = await (isPaused ? resumePhase : pausePhase)(id, note.trim())
      setAsking(false)
      setNote('')
      onDone(next, isPaused ? t.resumed(name) : t.paused(name))
    } catch (error) {
      setRefused(wordsOf(error))
    }
    setBusy(false)
  }

  return (
    <li ref={part} aria-label={name}>
      <span>
        <strong>{name}</strong>, {t.states[state]}
      </span>
      <span className={`${editing.quiet} figures`}>
        {t.localTime(startsAt)}
        {endsAt && ` to ${t.localTime(endsAt)}`}
      </span>
      {refused && <Notice kind="alarm">{refused}</Notice>}
      {!asking && (state === 'open' || isPaused) && (
        <span>
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {isPaused ? t.resume(name) : t.pause(name)}
          </Button>
        </span>
      )}
      {asking && (
        <Notice kind="plain" title={isPaused ? t.resumeTitle(name) : t.pauseTitle(name)}>
          <p>{isPaused ? t.resumeMeans : t.pauseMeans}</p>
          <div className={editing.form}>
            <Field
              label={t.note}
              hint={t.noteHint}
              value={note}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => setNote(target.value)}
            />
            <p className={editing.buttons}>
              <Button busy={busy} onClick={send}>
                {isPaused ? t.resume(name) : t.pause(name)}
              </Button>
              <Button kind="text" onClick={() => !busy && setAsking(false)}>
                {t.cancel}
              </Button>
            </p>
          </div>
        </Notice>
      )}
    </li>
  )
}
