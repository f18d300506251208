'use client'

import { useState } from 'react'
import { useAction } from '@/lib/action'
import * as t from '@/messages/desk-movements'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Select } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { exportMovements } from '../movements-calls'
import { monthsOf, periodOf } from '../movements-model'
import styles from './desk.module.css'

/** The movements of money of a month as CSV, for the bookkeeping. A month with too many of them is exported day by day. */
export function Movements() {
  const [months] = useState(() => monthsOf(new Date()))
  const [back, setBack] = useState(1)
  const [day, setDay] = useState(0)
  const { run, busy, problem } = useAction(exportMovements)
  const month = months[back]!

  return (
    <section className={styles.section} aria-labelledby="movements">
      <header>
        <h2 id="movements">{t.movements}</h2>
        <p className={editing.quiet}>{t.lead}</p>
      </header>
      <div className={styles.period}>
        <Select
          label={t.month}
          value={back}
          onChange={({ target }) => {
            setBack(Number(target.value))
            setDay(0)
          }}
        >
          {months.map(({ name, label }, i) => (
            <option key={name} value={i}>
              {label}
            </option>
          ))}
        </Select>
        <Select label={t.day} value={day} onChange={({ target }) => setDay(Number(target.value))}>
          <option value={0}>{t.wholeMonth}</option>
          {Array.from({ length: month.days }, (_, i) => (
            <option key={periodOf(month.name, i + 1)} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </Select>
      </div>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <p className={editing.buttons}>
        <Button kind="quiet" busy={busy} onClick={() => run(periodOf(month.name, day))}>
          {t.download}
        </Button>
      </p>
      <p className={editing.quiet}>
        {back === 0 && `${t.stillOpen} `}
        {t.recorded}
      </p>
    </section>
  )
}
