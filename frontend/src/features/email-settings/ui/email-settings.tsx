'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/email-settings'
import { Failure } from '@/ui/failure'
import { Choice } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import { type EmailSetting, listSettings, setSetting } from '../calls'
import styles from './email-settings.module.css'

const key = ['email-settings'] as const

/** Scrolls to the section in the address, because the section appears after the browser has looked for it. */
function reveal(section: HTMLElement | null) {
  if (section && location.hash === '#emails') section.scrollIntoView()
}

/** The optional emails of a person. Each choice is saved immediately. onOff runs once emails were switched off. */
export function EmailSettings({ isArtist, onOff }: { isArtist: boolean; onOff: () => void }) {
  const { data, error, refetch } = useQuery(
    { queryKey: key, queryFn: ({ signal }) => listSettings(signal) },
    queryClient,
  )
  const set = useMutation(
    {
      mutationFn: setSetting,
      onSuccess: (items, { wanted }) => {
        queryClient.setQueryData(key, items)
        if (!wanted) onOff()
      },
    },
    queryClient,
  )
  // React would show the stored choice again until the mutation reports that it is pending.
  const [chosen, setChosen] = useState<EmailSetting | null>(null)
  return (
    <section id="emails" ref={reveal} aria-labelledby="emails-heading">
      <h2 id="emails-heading">{t.heading}</h2>
      <p className={styles.note}>{t.explanation}</p>
      {error && <Failure problem={wordsOf(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="9rem" />}
      <div className={styles.list}>
        {data
          // An artist who switched sale emails off with a link can switch them on again, even without the role.
          ?.filter(({ kind, wanted }) => kind !== 'sales' || isArtist || !wanted)
          .map(({ kind, wanted }) => (
            <Choice
              key={kind}
              label={t.names[kind]}
              hint={t.hints[kind]}
              checked={chosen?.kind === kind ? chosen.wanted : wanted}
              aria-disabled={chosen !== null}
              onChange={({ target }) => {
                if (chosen) return
                const choice = { kind, wanted: target.checked }
                setChosen(choice)
                set.mutate(choice, { onSettled: () => setChosen(null) })
              }}
            />
          ))}
      </div>
      {set.error && <Failure problem={wordsOf(set.error)} />}
      <output className={styles.note}>{set.isSuccess && t.saved}</output>
    </section>
  )
}
