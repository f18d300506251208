'use client'

import { Link } from './link'
import styles from './parts.module.css'

interface PartsProps {
  /** Accessible name of the navigation. */
  label: string
  links: { href: string; text: string; current: boolean }[]
}

/** Scrolls the strip, not the page, so that the current link is in view on a phone. */
function showCurrent(list: HTMLUListElement | null) {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && current)
    list.scrollLeft = current.offsetLeft - list.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
}

/** Links to the parts of a page; the current one is marked. On phones they are one strip that scrolls. */
export function Parts({ label, links }: PartsProps) {
  return (
    <nav aria-label={label}>
      <ul role="list" className={styles.parts} ref={showCurrent}>
        {links.map(({ href, text, current }) => (
          <li key={href}>
            <Link href={href} aria-current={current ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
