import { may } from '@/lib/session/roles'
import * as t from '@/messages/profile'
import { Parts } from '@/ui/parts'
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
  const links = offered(roles, section).map(([name, text]) => ({
    href: sectionHref(lang, name),
    text,
    current: name === section,
  }))
  const reviews = { href: `/${lang}/reviews/`, text: t.paymentsToReview, current: false }
  return (
    <div className={styles.nav} data-over={section === 'collection' || undefined}>
      <Parts label={t.profile} links={may(roles, 'finance') ? [...links, reviews] : links} />
    </div>
  )
}
