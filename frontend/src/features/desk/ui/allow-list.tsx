'use client'

import { useState } from 'react'
import { useAction } from '@/lib/action'
import * as t from '@/messages/desk-phases'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { FileButton } from '@/ui/file-button'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/text-area'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { linesOf, mostMembers, parseMembers } from '../members'
import { readMembers, type Schedule, saveMembers } from '../phases-calls'
import styles from './desk.module.css'

/** Number of bad lines that are shown; of a wrong file, every line may be bad. */
const shown = 20

interface AllowListProps {
  id: string
  name: string
  /** Entries of the stored list. */
  count: number
  onDone: (next: Schedule, message: string) => void
}

/** The allow list of a phase: pasted or from a CSV file, with a report of the lines that can't be used before anything is saved. */
export function AllowList({ id, name, count, onDone }: AllowListProps) {
  const [text, setText] = useState<string | null>(null)
  const [parsed, setParsed] = useState<Awaited<ReturnType<typeof parseMembers>> | null>(null)
  const part = useKeptFocus<HTMLElement>(text === null)

  const { run, busy, problem } = useAction((work: () => Promise<void>) => work())
  const change = (next: string | null) => {
    setText(next)
    setParsed(null)
  }
  const load = () => run(async () => change(linesOf(await readMembers(id))))
  const check = () => run(async () => setParsed(await parseMembers(text ?? '')))
  const save = () =>
    run(async () => {
      if (!parsed) return
      const next = await saveMembers(id, parsed.members)
      change(null)
      onDone(next, t.listSaved(name, parsed.members.length))
    })

  const found = parsed?.members.length ?? 0
  return (
    <section ref={part} className={styles.part} aria-labelledby={`list-${id}`}>
      <h3 id={`list-${id}`}>{t.listOf(name)}</h3>
      <p>{count === 0 ? t.listEmpty : t.entries(count)}</p>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {text === null ? (
        <p className={editing.buttons}>
          <Button kind="quiet" onClick={() => change('')}>
            {t.editList}
          </Button>
          {count > 0 && (
            <Button kind="text" busy={busy} onClick={load}>
              {t.showList}
            </Button>
          )}
        </p>
      ) : (
        <div className={editing.form}>
          <TextArea
            label={t.listText}
            hint={t.listHint}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => change(target.value)}
          />
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onChoose={(file) => run(async () => change(await file.text()))}
          >
            {t.listFile}
          </FileButton>
          {parsed && (
            <Notice kind="plain" title={t.good(found, parsed.repeated)}>
              {found > mostMembers && <p>{t.tooMany(found)}</p>}
              {parsed.bad.length > 0 && (
                <>
                  <p>{t.badLines(parsed.bad.length)}</p>
                  <ul role="list" className={styles.bad}>
                    {parsed.bad.slice(0, shown).map((line) => (
                      <li key={line.number}>
                        {t.badLine(line.number)}: <code>{line.text.slice(0, 80)}</code> {line.problem}
                      </li>
                    ))}
                    {parsed.bad.length > shown && <li>{t.moreBad(parsed.bad.length - shown)}</li>}
                  </ul>
                </>
              )}
            </Notice>
          )}
          <p className={editing.buttons}>
            {parsed && found <= mostMembers ? (
              <Button busy={busy} onClick={save}>
                {t.saveList(found)}
              </Button>
            ) : (
              <Button kind="quiet" busy={busy} onClick={check}>
                {t.checkList}
              </Button>
            )}
            <Button kind="text" onClick={() => !busy && change(null)}>
              {t.closeList}
            </Button>
          </p>
        </div>
      )}
    </section>
  )
}
