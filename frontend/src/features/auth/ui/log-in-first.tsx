import { loginHref, registerHref } from '@/lib/session/links'
import * as t from '@/messages/account'
import { buttonClass } from '@/ui/button'
import { Link } from '@/ui/link'
import styles from './account.module.css'

/** For visitors who need an account to see a page: the ways to log in, which return to `here`. */
export function LogInFirst({ lang, here }: { lang: string; here: string }) {
  return (
    <>
      <p>{t.logInFirst}</p>
      <p className={styles.account}>
        <Link href={loginHref(lang, here)} className={buttonClass()} prefetch={false}>
          {t.logInToContinue}
        </Link>
        <Link href={registerHref(lang, here)} prefetch={false}>
          {t.createAnAccount}
        </Link>
      </p>
    </>
  )
}
