'use client'

import { useMutation } from '@tanstack/react-query'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/email-change'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { cancelChange } from '../calls'
import { pendingChanged, pendingQuery } from '../queries'

/** The state of a requested change of email; nothing without one. onEnded runs when it has ended. */
export function PendingChange({ onEnded }: { onEnded: () => Promise<void> }) {
  const { data } = useRead(pendingQuery(onEnded))
  const cancel = useMutation({ mutationFn: cancelChange, onSuccess: pendingChanged }, queryClient)
  if (!data) return null
  const { currentEmail, newEmail, currentConfirmed, newConfirmed, refusedEmail, expiresAt } = data
  return (
    <Notice kind="plain" title={t.waiting}>
      {refusedEmail && <p role="alert">{t.refused(refusedEmail)}</p>}
      <p>{t.waitingHint(currentEmail, newEmail, formatDateTime(expiresAt))}</p>
      {(currentConfirmed || newConfirmed) && (
        <p>{t.currentConfirmed(currentConfirmed ? currentEmail : newEmail)}</p>
      )}
      {cancel.error && <p role="alert">{wordsOf(cancel.error)}</p>}
      <Button kind="text" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t.cancel}
      </Button>
    </Notice>
  )
}
