'use client'

import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as t from '@/messages/sortable'
import { Button } from './button'
import { placeAt } from './order'
import styles from './sortable.module.css'
import { VisuallyHidden } from './visually-hidden'

export interface SortableItem {
  key: string
  /** Its name, in the names of the buttons and when it moves. */
  title: string
  /** Its picture, which people drag. */
  picture: ReactNode
  content: ReactNode
  /** More buttons. */
  actions?: ReactNode
}

interface SortableProps {
  items: readonly SortableItem[]
  /** The item at one position goes to another. */
  onMove: (from: number, to: number) => void
}

/** A list that people sort by dragging. Buttons do the same, and each move is announced. */
export function Sortable({ items, onMove }: SortableProps) {
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState('')
  /** The button to focus after the list has moved it in the document. */
  const focus = useRef<{ key: string; action: string } | null>(null)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    if (!focus.current) return
    const { key, action } = focus.current
    focus.current = null
    const item = [...(list.current?.children ?? [])].find(
      (child) => (child as HTMLElement).dataset.key === key,
    )
    const wanted = item?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)
    const other = item?.querySelector<HTMLButtonElement>('[data-action]:not(:disabled)')
    ;(wanted ?? other)?.focus()
  })

  function move(from: number, to: number, action = '') {
    const item = items[from]
    if (!item || from === to) return
    onMove(from, to)
    setSaid(t.moved(item.title, to + 1, items.length))
    if (action) focus.current = { key: item.key, action }
  }

  function follow(event: PointerEvent) {
    if (!dragged || !list.current) return
    const middles = [...list.current.children].map((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return (top + bottom) / 2
    })
    const from = items.findIndex(({ key }) => key === dragged)
    move(from, placeAt(event.clientY, from, middles))
  }

  return (
    <>
      <ol
        role="list"
        ref={list}
        className={styles.list}
        data-dragging={dragged ? '' : undefined}
        onPointerMove={follow}
        onPointerUp={() => setDragged('')}
        onPointerCancel={() => setDragged('')}
        onPointerLeave={() => setDragged('')}
      >
        {items.map(({ key, title, picture, content, actions }, i) => (
          <li
            key={key}
            className={styles.item}
            data-key={key}
            data-dragged={dragged === key ? '' : undefined}
          >
            <span
              className={styles.handle}
              title={t.drag}
              aria-hidden="true"
              onPointerDown={(event) => {
                if (event.button !== 0) return
                event.currentTarget.releasePointerCapture(event.pointerId)
                event.preventDefault()
                setDragged(key)
              }}
            >
              {picture}
            </span>
            <div className={styles.about}>
              {content}
              <p className={styles.actions}>
                <Button
                  kind="text"
                  data-action="up"
                  disabled={i === 0}
                  aria-label={t.moveUp(title)}
                  onClick={() => move(i, i - 1, 'up')}
                >
                  {t.up}
                </Button>
                <Button
                  kind="text"
                  data-action="down"
                  disabled={i === items.length - 1}
                  aria-label={t.moveDown(title)}
                  onClick={() => move(i, i + 1, 'down')}
                >
                  {t.down}
                </Button>
                {actions}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
    </>
  )
}
