'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { KeyboardEvent } from 'react'
import { wordsOf } from '@/lib/api/error'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/desk-search'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { goInPlace } from '@/ui/go-in-place'
import { Link } from '@/ui/link'
import { Find } from '@/ui/list/find'
import { Name } from '@/ui/name'
import { Skeleton } from '@/ui/skeleton'
import { searchQuery } from '../queries'
import { type GroupName, groupsFor, searchFilter, searchHref } from '../search-calls'
import styles from './desk.module.css'

interface SearchProps {
  lang: string
  roles: string[] | undefined
}

/** Moves the focus from the field to the first result, and between results. */
function move(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next || !stops.includes(document.activeElement as HTMLElement)) return
  event.preventDefault()
  next.focus()
}

/** One search over everything on the desk that the account's roles may see. The address has the text. */
export function Search({ lang, roles }: SearchProps) {
  const search = searchFilter.of(useSearchParams()).search
  const groups = groupsFor(roles)
  return (
    // Arrow keys are a shortcut: Tab reaches everything.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.section} aria-labelledby="search" onKeyDown={move}>
      <h2 id="search">{t.search}</h2>
      <search aria-label={t.searchDesk}>
        <Find
          label={t.searchLabel(groups.map((name) => t.groups[name]))}
          hint={t.searchHint}
          value={search}
          onFind={(text) => goInPlace(searchHref(lang, text))}
        />
      </search>
      {search ? (
        <div className={styles.order}>
          <output className={editing.quiet}>{t.resultsFor(search)}</output>
          {groups.map((name) => (
            <Group key={name} lang={lang} name={name} search={search} />
          ))}
        </div>
      ) : (
        <p className={editing.quiet}>{t.startSearch}</p>
      )}
    </section>
  )
}

function Group({ lang, name, search }: { lang: string; name: GroupName; search: string }) {
  const { data, error, refetch } = useQuery(searchQuery(lang, name, search), queryClient)
  return (
    <section className={styles.part} aria-labelledby={`found-${name}`}>
      <h3 id={`found-${name}`}>{t.groups[name]}</h3>
      {error && <Failure problem={wordsOf(error)} retry={() => refetch()} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data?.hits.length === 0 && <p className={editing.quiet}>{t.none}</p>}
      {data && data.hits.length > 0 && (
        <ul role="list" className={styles.rows}>
          {data.hits.map(({ href, title, about }) => (
            <li key={href}>
              <Link href={href} data-hit>
                <Name>{title}</Name>
              </Link>
              {about && <span className={editing.quiet}>{about}</span>}
            </li>
          ))}
        </ul>
      )}
      {data?.all && <Link href={data.all}>{t.all[name]}</Link>}
    </section>
  )
}
