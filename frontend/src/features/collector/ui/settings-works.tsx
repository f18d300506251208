'use client'

import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as t from '@/messages/collector-page'
import { isolate } from '@/messages/direction'
import { Button } from '@/ui/button'
import { Name } from '@/ui/name'
import { TextArea } from '@/ui/text-area'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type ChosenWork, type Holding, mostWorks, moved, placeAt, sorted } from '../model'
import styles from './settings.module.css'

interface SettingsWorksProps {
  works: ChosenWork[]
  holdings: Holding[]
  error?: string
  thumbnail: (tokenId: string) => ReactNode
  onChange: (works: ChosenWork[]) => void
}

/** The works of a page, their order, and the text about each. Buttons do the same as dragging. */
export function SettingsWorks({ works, holdings, error, thumbnail, onChange }: SettingsWorksProps) {
  const { shown, gone, others } = sorted(works, holdings)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState('')
  /** The button to focus after the list has moved it in the document. */
  const focus = useRef('')
  const list = useRef<HTMLOListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!focus.current) return
    const [tokenId, action] = focus.current.split(' ')
    focus.current = ''
    const buttons = list.current?.querySelector(`[data-token="${tokenId}"]`)
    const wanted = buttons?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)
    const other = buttons?.querySelector<HTMLButtonElement>('[data-action]:not(:disabled)')
    ;(wanted ?? other ?? heading.current)?.focus()
  })

  const order = (kept: ChosenWork[]) =>
    onChange([...kept.map(({ tokenId, text }) => ({ tokenId, text })), ...gone])
  const titleOf = ({ title, edition, editionSize }: Holding) =>
    `${isolate(title)}, ${t.edition(edition, editionSize)}`

  function move(from: number, to: number, action = '') {
    const work = shown[from]
    if (!work || from === to) return
    order(moved(shown, from, to))
    setSaid(t.moved(titleOf(work.holding), to + 1, shown.length))
    if (action) focus.current = `${work.tokenId} ${action}`
  }

  function follow(event: PointerEvent) {
    if (!dragged || !list.current) return
    const middles = [...list.current.children].map((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return (top + bottom) / 2
    })
    const from = shown.findIndex(({ tokenId }) => tokenId === dragged)
    move(from, placeAt(event.clientY, from, middles))
  }

  return (
    <section className={styles.works} aria-labelledby="collector-works">
      <h2 id="collector-works" ref={heading} tabIndex={-1}>
        {t.worksOnPage}
      </h2>
      {error && <p role="alert">{error}</p>}
      {holdings.length === 0 && <p className={styles.quiet}>{t.noWorks}</p>}
      {holdings.length > 0 && shown.length === 0 && <p className={styles.quiet}>{t.noneChosen}</p>}
      {shown.length > 0 && (
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
          {shown.map(({ tokenId, text, holding }, i) => {
            const title = titleOf(holding)
            return (
              <li
                key={tokenId}
                className={styles.work}
                data-token={tokenId}
                data-dragged={dragged === tokenId ? '' : undefined}
              >
                <span
                  className={styles.handle}
                  title={t.drag}
                  aria-hidden="true"
                  onPointerDown={(event) => {
                    if (event.button !== 0) return
                    event.currentTarget.releasePointerCapture(event.pointerId)
                    event.preventDefault()
                    setDragged(tokenId)
                  }}
                >
                  {thumbnail(tokenId)}
                </span>
                <div className={styles.about}>
                  <p>
                    <Name>{holding.artist}</Name>,{' '}
                    <em>
                      <Name>{holding.title}</Name>
                    </em>
                    , <span className="figures">{t.edition(holding.edition, holding.editionSize)}</span>
                  </p>
                  <TextArea
                    label={t.aboutWork(title)}
                    value={text}
                    maxLength={300}
                    rows={2}
                    onChange={({ target }) =>
                      order(
                        shown.map((work) =>
                          work.tokenId === tokenId ? { ...work, text: target.value } : work,
                        ),
                      )
                    }
                  />
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
                      disabled={i === shown.length - 1}
                      aria-label={t.moveDown(title)}
                      onClick={() => move(i, i + 1, 'down')}
                    >
                      {t.down}
                    </Button>
                    <Button
                      kind="text"
                      data-action="remove"
                      aria-label={t.removeWork(title)}
                      onClick={() => {
                        order(shown.filter((work) => work.tokenId !== tokenId))
                        setSaid(t.removed(title))
                        heading.current?.focus()
                      }}
                    >
                      {t.remove}
                    </Button>
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
      {shown.some(({ holding }) => holding.inWallet) && <p className={styles.quiet}>{t.walletNote}</p>}
      {gone.length > 0 && (
        <p className={styles.quiet}>
          {t.noLongerYours(gone.length)}{' '}
          <Button kind="text" onClick={() => onChange(shown.map(({ tokenId, text }) => ({ tokenId, text })))}>
            {t.forget(gone.length)}
          </Button>
        </p>
      )}
      {holdings.length > 0 && <h3>{t.otherWorks}</h3>}
      {holdings.length > 0 && others.length === 0 && <p className={styles.quiet}>{t.allChosen}</p>}
      {others.length > 0 && works.length >= mostWorks && (
        <p className={styles.quiet}>{t.atMost(mostWorks)}</p>
      )}
      {others.length > 0 && (
        <ul role="list" className={styles.others}>
          {others.map((holding) => {
            const title = titleOf(holding)
            return (
              <li key={holding.tokenId} className={styles.other}>
                {thumbnail(holding.tokenId)}
                <div>
                  <p>
                    <Name>{holding.artist}</Name>,{' '}
                    <em>
                      <Name>{holding.title}</Name>
                    </em>
                    , <span className="figures">{t.edition(holding.edition, holding.editionSize)}</span>
                  </p>
                  <Button
                    kind="text"
                    aria-label={t.addWork(title)}
                    disabled={works.length >= mostWorks}
                    onClick={() => {
                      order([...shown, { tokenId: holding.tokenId, text: '' }])
                      setSaid(t.added(title))
                      heading.current?.focus()
                    }}
                  >
                    {t.add}
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
