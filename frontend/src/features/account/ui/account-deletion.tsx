'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { queryClient } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/account-data'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { InvalidLink, LinkPage, Outcome, Unchanged } from '@/ui/link-page'
import styles from '@/ui/link-page.module.css'
import { confirmDeletion } from '../calls'

/** The page of the emailed link that confirms a deletion. Opening it changes nothing. */
export function AccountDeletion({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  const confirm = useMutation({ mutationFn: confirmDeletion }, queryClient)
  const gone = confirm.error instanceof ApiError && confirm.error.status === 404
  const security = (
    <>
      <Link href={`/${lang}/profile/security/`}>{t.security}</Link>.
    </>
  )
  return (
    <LinkPage>
      {secret === null || gone ? (
        <InvalidLink>
          {t.linkInvalidHint} {security}
        </InvalidLink>
      ) : confirm.data ? (
        <>
          <Outcome>{t.confirmed}</Outcome>
          <p>
            {t.confirmedHint} <time dateTime={confirm.data.until}>{formatDateTime(confirm.data.until)}</time>.
          </p>
          <p>
            {t.confirmedNext} {security}
          </p>
        </>
      ) : (
        <>
          <h1>{t.confirmTitle}</h1>
          <p>{t.confirmHint}</p>
          {confirm.error && <Unchanged problem={wordsOf(confirm.error)} />}
          <div>
            <Button
              busy={confirm.isPending}
              disabled={secret === undefined}
              onClick={() => secret && confirm.mutate(secret)}
            >
              {t.confirm}
            </Button>
          </div>
          <p className={styles.quiet}>{t.confirmNot}</p>
        </>
      )}
    </LinkPage>
  )
}
