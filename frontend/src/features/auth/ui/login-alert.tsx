'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/security'
import { Button, buttonClass } from '@/ui/button'
import { Link } from '@/ui/link'
import { InvalidLink, LinkPage, Outcome, Unchanged } from '@/ui/link-page'
import styles from '@/ui/link-page.module.css'
import { reportLogin } from '../login-alert'

/** The page of a "This wasn't me" link about a login. Opening it changes nothing. */
export function LoginAlert({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  const report = useMutation({ mutationFn: reportLogin }, queryClient)
  const gone = report.error instanceof ApiError && report.error.status === 404

  return (
    <LinkPage>
      {secret === null || gone ? (
        <InvalidLink>
          {t.alertInvalidHint} <Link href={`/${lang}/profile/security/`}>{t.alertInvalidWay}</Link>.
        </InvalidLink>
      ) : report.isSuccess ? (
        <>
          <Outcome>{t.reported}</Outcome>
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
          {report.error && <Unchanged problem={wordsOf(report.error)} />}
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
    </LinkPage>
  )
}
