'use client'

import type { ReactNode } from 'react'
import * as t from '@/messages/content'
import { Parts } from '@/ui/parts'
import { type Entry as EntryOf, type Folder, folderHref, folders, type Values } from '../model'
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
      <Parts
        label={t.content}
        links={folders.map((name) => ({
          href: folderHref(lang, name),
          text: t.folders[name],
          current: name === folder,
        }))}
      />
      {id ? (
        <Entry key={`${folder} ${id}`} lang={lang} folder={folder} id={id} preview={preview} />
      ) : (
        <Entries key={folder} lang={lang} folder={folder} />
      )}
    </>
  )
}
