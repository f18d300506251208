'use client'

import { useState } from 'react'
import { useAction } from '@/lib/action'
import { download } from '@/lib/api/client'
import * as t from '@/messages/payouts'
import { Button } from '@/ui/button'
import { Select } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { type Length, lengths, periodsOf } from '../periods'
import styles from './payouts.module.css'

/** Downloads the statement of a period. The server makes it. */
export function Statement() {
  const [now] = useState(() => new Date())
  const [length, setLength] = useState<Length>('month')
  const [back, setBack] = useState(0)
  const periods = periodsOf(length, now, t.allTime)

  const { run, running, problem } = useAction((format: 'pdf' | 'csv') => {
    const name = periods[back]?.name ?? 'all'
    return download(`/api/statements/${name}.${format}`, `statement-${name}.${format}`)
  })

  return (
    <section className={styles.part} aria-label={t.statements}>
      <h2>{t.statements}</h2>
      <p className={styles.quiet}>{t.statementsHint}</p>
      <div className={styles.period}>
        <Select
          label={t.statementOf}
          value={length}
          onChange={({ target }) => {
            setLength(target.value as Length)
            setBack(0)
          }}
        >
          {lengths.map((length) => (
            <option key={length} value={length}>
              {t.statementLengths[length]}
            </option>
          ))}
        </Select>
        {length !== 'all' && (
          <Select
            label={t.statementPeriod}
            value={back}
            onChange={({ target }) => setBack(Number(target.value))}
          >
            {periods.map(({ name, label }, i) => (
              <option key={name} value={i}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </div>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <div className={styles.actions}>
        <Button kind="quiet" busy={running === 'pdf'} disabled={running === 'csv'} onClick={() => run('pdf')}>
          {t.downloadPdf}
        </Button>
        <Button kind="quiet" busy={running === 'csv'} disabled={running === 'pdf'} onClick={() => run('csv')}>
          {t.downloadCsv}
        </Button>
      </div>
    </section>
  )
}
