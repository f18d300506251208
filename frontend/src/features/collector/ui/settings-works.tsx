'use client'

import { type ReactNode, useRef, useState } from 'react'
import * as t from '@/messages/collector-page'
import { isolate } from '@/messages/direction'
import { Button } from '@/ui/button'
import { Name } from '@/ui/name'
import { moved } from '@/ui/order'
import { Sortable } from '@/ui/sortable'
import { TextArea } from '@/ui/text-area'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type ChosenWork, type Holding, mostWorks, sorted } from '../model'
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
  const heading = useRef<HTMLHeadingElement>(null)

  const order = (kept: ChosenWork[]) =>
    onChange([...kept.map(({ tokenId, text }) => ({ tokenId, text })), ...gone])
  const titleOf = ({ title, edition, editionSize }: Holding) =>
    `${isolate(title)}, ${t.edition(edition, editionSize)}`

  return (
    <section className={styles.works} aria-labelledby="collector-works">
      <h2 id="collector-works" ref={heading} tabIndex={-1}>
        {t.worksOnPage}
      </h2>
      {error && <p role="alert">{error}</p>}
      {holdings.length === 0 && <p className={styles.quiet}>{t.noWorks}</p>}
      {holdings.length > 0 && shown.length === 0 && <p className={styles.quiet}>{t.noneChosen}</p>}
      {shown.length > 0 && (
        <Sortable
          onMove={(from, to) => order(moved(shown, from, to))}
          items={shown.map(({ tokenId, text, holding }) => {
            const title = titleOf(holding)
            return {
              key: tokenId,
              title,
              picture: thumbnail(tokenId),
              content: (
                <>
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
                </>
              ),
              actions: (
                <Button
                  kind="text"
                  aria-label={t.removeWork(title)}
                  onClick={() => {
                    order(shown.filter((work) => work.tokenId !== tokenId))
                    setSaid(t.removed(title))
                    heading.current?.focus()
                  }}
                >
                  {t.remove}
                </Button>
              ),
            }
          })}
        />
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
