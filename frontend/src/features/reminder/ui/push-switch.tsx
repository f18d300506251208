'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { look, type Push, SubscribeError, turnOff, turnOn } from '@/lib/push'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/push'
import { Failure } from '@/ui/failure'
import { Choice } from '@/ui/field'
import styles from './push-switch.module.css'

const key = ['push'] as const

const problemOf = (error: Error) => (error instanceof SubscribeError ? t.notSubscribed : wordsOf(error))

/** Reads the state again when the person changes the permission in the browser's settings. */
function usePermission(changed: () => void) {
  useEffect(() => {
    let status: PermissionStatus | undefined
    let over = false
    // Some browsers don't support this name.
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (over) return
        status = found
        status.addEventListener('change', changed)
      },
      () => undefined,
    )
    return () => {
      over = true
      status?.removeEventListener('change', changed)
    }
  }, [changed])
}

/**
 * Switches on notifications in this browser, in addition to the emails of reminders. The browser asks for permission only after a click.
 * With `quiet` it shows nothing if there is nothing that the person can do.
 */
export function PushSwitch({ quiet = false }: { quiet?: boolean }) {
  const { data, error, refetch } = useQuery(
    { queryKey: key, queryFn: ({ signal }) => look(signal) },
    queryClient,
  )
  usePermission(refetch)
  const publicKey = data?.publicKey ?? ''
  const change = useMutation(
    {
      mutationFn: (wanted: boolean) => (wanted ? turnOn(publicKey) : turnOff()),
      onSuccess: (state: Push) => queryClient.setQueryData(key, { state, publicKey }),
    },
    queryClient,
  )
  // React would show the old choice again until the mutation reports that it is pending.
  const [chosen, setChosen] = useState<boolean | null>(null)
  if (error) return quiet ? null : <Failure problem={wordsOf(error)} retry={() => void refetch()} />
  if (!data) return null
  const { state } = data
  if (state === 'homeScreen') return <p className={styles.note}>{t.hints[state]}</p>
  const fixed = state === 'unsupported' || state === 'closed'
  if (fixed) return quiet ? null : <p className={styles.note}>{t.hints[state]}</p>
  return (
    <div className={styles.switch}>
      <Choice
        label={t.label}
        hint={t.hints[state]}
        checked={chosen ?? state === 'on'}
        disabled={state === 'blocked'}
        aria-disabled={chosen !== null}
        onChange={({ target }) => {
          if (chosen !== null) return
          setChosen(target.checked)
          change.mutate(target.checked, { onSettled: () => setChosen(null) })
        }}
      />
      {change.error && <Failure problem={problemOf(change.error)} />}
      <output className={styles.note}>
        {change.isSuccess && change.variables && state === 'off' && t.notAllowed}
      </output>
    </div>
  )
}
