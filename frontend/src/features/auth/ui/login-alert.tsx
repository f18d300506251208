'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/security'
import { Button, buttonClass } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { reportLogin } from '../calls'
import styles from './login-alert.module.css'

/** The page of a "This wasn't me" link about a login. Opening it changes nothing. */
export function LoginAlert({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  const report = useMutation({ mutationFn: reportLogin }, queryClient)
  const gone = report.error instanceof ApiError && report.error.status === 404

  return (
    <div className={styles.page} data-private>
      {secret === null || gone ? (
        <>
          <h1>{t.alertInvalid}</h1>
          <p>
            {t.alertInvalidHint} <Link href={`/${lang}/profile/security/`}>{t.alertInvalidWay}</Link>.
          </p>
        </>
      ) : report.isSuccess ? (
        <>
          <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
            {t.reported}
          </h1>
          <p>{t.reportedHint}</p>
          <p>{t.reportedNext}</p>
          <div>
            <Link href={`/${lang}/login/`} className={buttonClass({ kind: 'quiet' })}>
              {t.logInAgain}
            </Link>
          </div>
        </>
      ) : (
        <>
          <h1>{t.wasItYou}</h1>
          <p>{t.wasItYouHint}</p>
          {report.error && (
            <Notice kind="alarm" title={wordsOf(report.error)}>
              <p>{t.nothingHasChanged}</p>
            </Notice>
          )}
          <div>
            <Button
              busy={report.isPending}
              disabled={secret === undefined}
              onClick={() => secret && report.mutate(secret)}
            >
              {t.reportLogin}
            </Button>
          </div>
          <p className={styles.quiet}>{t.itWasYou}</p>
        </>
      )}
    </div>
  )
}
