'use client'

import type { ReactNode } from 'react'
import * as t from '@/messages/content'
import { imports } from '@/messages/content-import'
import { Parts } from '@/ui/parts'
import { importsHref } from '../imports'
import { type Entry as EntryOf, type Folder, folderHref, folders, type Values } from '../model'
import { Entries } from './entries'
import { Entry } from './entry'
import { Imports } from './imports'
import { NewEntry, type UploadOf } from './new-entry'

export interface ContentProps {
  lang: string
  folder: Folder | 'imports'
  /** The entry that is edited, or the import; without one, all are listed. */
  id?: string
  /** An entry as visitors would see it, with the values of the form. */
  preview: (entry: EntryOf, values: Values) => ReactNode
  upload: UploadOf
}

/** The editor of the site's content for staff. */
export function Content({ lang, folder, id, preview, upload }: ContentProps) {
  return (
    <>
      <Parts
        label={t.content}
        links={[
          ...folders.map((name) => ({
            href: folderHref(lang, name),
            text: t.folders[name],
            current: name === folder,
          })),
          { href: importsHref(lang), text: imports, current: folder === 'imports' },
        ]}
      />
      {folder === 'imports' ? (
        <Imports lang={lang} id={id} />
      ) : id === 'new' ? (
        <NewEntry key={folder} lang={lang} folder={folder} upload={upload} />
      ) : id ? (
        <Entry key={`${folder} ${id}`} lang={lang} folder={folder} id={id} preview={preview} />
      ) : (
        <Entries key={folder} lang={lang} folder={folder} />
      )}
    </>
  )
}
