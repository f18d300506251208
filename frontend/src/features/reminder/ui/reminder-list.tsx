'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '@/lib/action'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/reminder'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Notice } from '@/ui/notice'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type Named, namesOf, remove } from '../calls'
import { type Reminder, useReminders } from '../store'
import { useAccountReminders } from '../use-reminders'
import { PushSwitch } from './push-switch'
import styles from './remind-me.module.css'

const keyOf = ({ kind, id }: Reminder) => `${kind} ${id}`

const folders = { drop: 'drops', artwork: 'artworks' } as const

/** The caller's reminders, each with a button to remove it. Shows nothing for an account without reminders. */
export function ReminderList({ lang, className }: { lang: string; className?: string }) {
  const { account, failed, retry } = useAccountReminders()
  const items = useReminders((state) => (state.account === account ? state.items : nobody))
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = items.map(keyOf).sort().join()

  const { data, isError } = useQuery(
    {
      queryKey: ['reminder-names', wanted],
      queryFn: () => namesOf(items),
      enabled: wanted !== '',
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    },
    queryClient,
  )
  const names = isError ? unknown : data

  const { run, running, problem } = useAction(
    async ({ item }: { item: Reminder; title: string }) => account && remove(account, item),
    {
      onDone: (_, { title }) => {
        setSaid(t.removed(title))
        heading.current?.focus()
      },
    },
  )

  if (failed) return <Failure problem={t.notLoaded} retry={retry} />
  if (items.length === 0 && said === '') return null
  return (
    <section className={className} aria-labelledby="reminders">
      <h2 id="reminders" ref={heading} tabIndex={-1}>
        {t.heading}
      </h2>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <p>{items.length > 0 ? t.explanation : said}</p>
      <ul role="list" className={styles.list}>
        {items.map((item) => {
          const key = keyOf(item)
          const named = names?.get(key)
          const title = named?.title ?? (names ? t.unnamed[item.kind] : '…')
          return (
            <li key={key} className={styles.item}>
              <div>
                {named ? (
                  <Link href={`/${lang}/${folders[item.kind]}/${named.slug}/`}>
                    <Name>{title}</Name>
                  </Link>
                ) : (
                  title
                )}
                <small className="figures">
                  {item.opensAt ? t.opens(formatDateTime(item.opensAt)) : t.waitingList}
                </small>
              </div>
              <Button
                kind="text"
                busy={running && keyOf(running.item) === key}
                aria-label={t.removeOf(title)}
                onClick={() => run({ item, title })}
              >
                {t.remove}
              </Button>
            </li>
          )
        })}
      </ul>
      {items.length > 0 && <PushSwitch />}
    </section>
  )
}

const nobody: Reminder[] = []
const unknown: ReadonlyMap<string, Named> = new Map()
