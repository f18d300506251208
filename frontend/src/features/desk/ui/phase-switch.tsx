'use client'

import { problemIn } from '@/lib/api/error'
import * as t from '@/messages/desk-phases'
import { Ask } from '@/ui/ask'
import { editing } from '@/ui/editing'
import { Name } from '@/ui/name'
import { pausePhase, resumePhase, type Schedule } from '../phases-calls'

interface PhaseSwitchProps {
  phase: Schedule['items'][number]['phase']
  onDone: (next: Schedule, message: string) => void
}

/** Where a phase stands, and the way to pause it or to let it continue. */
export function PhaseSwitch({ phase: { id, name, state, startsAt, endsAt }, onDone }: PhaseSwitchProps) {
  const isPaused = state === 'paused'
  const { change, label, title, means, done } = isPaused
    ? { change: resumePhase, label: t.resume, title: t.resumeTitle, means: t.resumeMeans, done: t.resumed }
    : { change: pausePhase, label: t.pause, title: t.pauseTitle, means: t.pauseMeans, done: t.paused }
  return (
    <li aria-label={name}>
      <span>
        <strong>
          <Name>{name}</Name>
        </strong>
        , {t.states[state]}
      </span>
      <span className={`${editing.quiet} figures`}>
        {t.localTime(startsAt)}
        {endsAt && ` to ${t.localTime(endsAt)}`}
      </span>
      {(state === 'open' || isPaused) && (
        <Ask
          label={label(name)}
          title={title(name)}
          back={t.cancel}
          note={{ label: t.note, hint: t.noteHint }}
          onConfirm={(note) => problemIn(async () => onDone(await change(id, note), done(name)))}
        >
          <p>{means}</p>
        </Ask>
      )}
    </li>
  )
}
