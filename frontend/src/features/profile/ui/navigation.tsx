import { may } from '@/lib/session/roles'
import * as t from '@/messages/profile'
import { Link } from '@/ui/link'
import { offered, type Section, sectionHref } from '../sections'
import styles from './navigation.module.css'

interface NavigationProps {
  lang: string
  section: Section
  /** The roles in the access token. */
  roles: string[] | undefined
}

/** The parts of the profile area. */
export function Navigation({ lang, section, roles }: NavigationProps) {
  return (
    <nav aria-label={t.profile} className={styles.nav}>
      <ul role="list">
        {offered(roles, section).map(([name, label]) => (
          <li key={name}>
            <Link href={sectionHref(lang, name)} aria-current={name === section ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
        {may(roles, 'finance') && (
          <li>
            <Link href={`/${lang}/reviews/`}>{t.paymentsToReview}</Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
