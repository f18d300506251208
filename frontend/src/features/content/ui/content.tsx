'use client'

import type { ReactNode } from 'react'
import * as t from '@/messages/content'
import { Link } from '@/ui/link'
import { type Entry as EntryOf, type Folder, folderHref, folders, type Values } from '../model'
import styles from './content.module.css'
import { Entries } from './entries'
import { Entry } from './entry'

export interface ContentProps {
  lang: string
  folder: Folder
  /** The entry that is edited; without one, all entries are listed. */
  id?: string
  /** An entry as visitors would see it, with the values of the form. */
  preview: (entry: EntryOf, values: Values) => ReactNode
}

/** The editor of the site's content for staff. */
export function Content({ lang, folder, id, preview }: ContentProps) {
  return (
    <>
      <nav aria-label={t.content}>
        <ul role="list" className={styles.parts}>
          {folders.map((name) => (
            <li key={name}>
              <Link href={folderHref(lang, name)} aria-current={name === folder ? 'page' : undefined}>
                {t.folders[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {id ? (
        <Entry key={`${folder} ${id}`} lang={lang} folder={folder} id={id} preview={preview} />
      ) : (
        <Entries key={folder} lang={lang} folder={folder} />
      )}
    </>
  )
}
