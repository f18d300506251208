import type { ReactNode } from 'react'
import { loginHref, providerHref } from '@/lib/session/links'
import { page } from '@/messages/checkout'
import { buttonClass } from '@/ui/button'
import { Link } from '@/ui/link'
import type { Gate } from '../model'
import styles from './checkout.module.css'

interface BuyerStepProps {
  lang: string
  slug: string
  /** The edition that the buyer chose, to return to after a login. */
  edition: number | null
  gate: Gate
  who: string[]
  todo: ReactNode
  /** Another way to log in, on this page. */
  signIn?: ReactNode
  /** Why nothing can be bought; undefined if something can. */
  shut: string | undefined
}

/** Who is buying, and what they still have to do. */
export function BuyerStep({ lang, slug, edition, gate, who, todo, signIn, shut }: BuyerStepProps) {
  const here = `/${lang}/artworks/${slug}/checkout/${edition === null ? '' : `?edition=${edition}`}`
  return (
    <li className={styles.step}>
      <h2>{page.you}</h2>
      {gate === 'unknown' && who.length === 0 && <p className={styles.looking}>{page.loading}</p>}
      {gate === 'login' && shut && (
        <p>
          {shut} <Link href={`/${lang}/artworks/${slug}/`}>{page.about}</Link>. {page.otherLogin}{' '}
          <Link href={loginHref(lang, here)}>{page.otherLoginLink}</Link>
        </p>
      )}
      {gate === 'login' && !shut && (
        <>
          <p>{page.login}</p>
          <div className={`${styles.links} ${styles.ways}`}>
            <a href={providerHref('login', here)} className={buttonClass()}>
              {page.loginButton}
            </a>
            <a href={providerHref('register', here)} className={buttonClass({ kind: 'quiet' })}>
              {page.register}
            </a>
            {signIn}
          </div>
        </>
      )}
      {who.length > 0 && (
        <p className={styles.who}>
          {who.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      {todo}
    </li>
  )
}
