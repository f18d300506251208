'use client'

import * as t from '@/messages/content'
import { isolate } from '@/messages/direction'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Name } from '@/ui/name'
import { moved } from '@/ui/order'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import { Sortable } from '@/ui/sortable'
import { problemOf, useDropWorks } from '../calls'
import { inOrder, orderOf } from '../model'
import styles from './content.module.css'

interface WorksOrderProps {
  /** The drop. */
  id: string
  /** The form's field. */
  value: string
  error?: string
  onChange: (value: string) => void
}

/** The works of a drop in the order in which they hang. Nothing for fewer than two. */
export function WorksOrder({ id, value, error, onChange }: WorksOrderProps) {
  const read = useDropWorks(id)
  if (read.error) return <Failure problem={problemOf(read.error).message} retry={() => void read.refetch()} />
  if (!read.data) return <Skeleton height="12rem" />
  const works = inOrder(read.data.contentEntry?.artworks ?? [], value)
  if (works.length < 2) return null
  return (
    <fieldset className={styles.order}>
      <legend>{t.fields.works}</legend>
      <p className={editing.quiet}>{t.orderHint}</p>
      {error && <p role="alert">{error}</p>}
      <Sortable
        onMove={(from, to) => onChange(orderOf(moved(works, from, to)))}
        items={works.map(({ id, title, artist, media: [media] }) => ({
          key: id,
          title: isolate(title),
          picture: (
            <span className={styles.small}>{media && <Picture media={media} alt="" sizes="6rem" />}</span>
          ),
          content: (
            <p>
              <Name>{artist.name}</Name>,{' '}
              <em>
                <Name>{title}</Name>
              </em>
            </p>
          ),
        }))}
      />
    </fieldset>
  )
}
