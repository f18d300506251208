import type { DraftRowFragment } from '@/gen/graphql'
import { renderMarkdown } from '@/lib/markdown'
import { formatMoney, parseMajor } from '@/lib/money'
import { formatDateTime } from '@/lib/time'
import { formatYear } from '@/lib/year'
import { bornIn, lifespan } from '@/messages/artist'
import { isolate } from '@/messages/direction'
import * as t from '@/messages/studio'
import { editing } from '@/ui/editing'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'
import type { Draft, Values } from '../model'
import { LivePreview } from './live'
import { Player } from './player'
import styles from './studio.module.css'

interface ShownPageProps {
  name: string
  values: Values
  /** The new portrait, or the one on the site. */
  portrait: DraftRowFragment['picture']
  heading?: 'h3' | 'h4'
}

/** An artist's page as visitors would see it, without the works. */
export function ShownPage({ name, values, portrait, heading: Heading = 'h4' }: ShownPageProps) {
  const [born, died] = [Number(values.born), Number(values.died)]
  const years =
    born && died ? lifespan(formatYear(born), formatYear(died)) : born ? bornIn(formatYear(born)) : ''
  return (
    <div className={editing.preview}>
      <Heading className={styles.shownTitle}>
        <Name>{name}</Name>
      </Heading>
      <p className="figures">{[years, isolate(values.place)].filter(Boolean).join(', ')}</p>
      <div className={styles.page}>
        <div>
          <Prose html={renderMarkdown(values.bio)} />
          {values.website && <p>{values.website.replace(/^https?:\/\/|\/$/g, '')}</p>}
        </div>
        {portrait && (
          <Picture
            media={{ ...portrait, alt: values.alt || portrait.alt }}
            sizes="(width >= 900px) 26rem, 85vw"
          />
        )}
      </div>
    </div>
  )
}

interface ShownProps {
  artist: string
  values: Values
  picture: DraftRowFragment['picture']
  film: Draft['film']
  live: Draft['live']
  currency: string
  heading?: 'h3' | 'h4'
}

/** A draft as visitors would see it. */
export function Shown({
  artist,
  values,
  picture,
  film,
  live,
  currency,
  heading: Heading = 'h4',
}: ShownProps) {
  const year = Number(values.year)
  const size = Number(values.editionSize)
  const amount = parseMajor(values.price, currency)
  const price = amount === null ? t.priceOpen : formatMoney({ amount: amount.toString(), currency })
  return (
    <div className={editing.preview}>
      {(film || live || picture) && (
        <div className={styles.wall}>
          {live ? (
            <LivePreview live={live} picture={picture} title={values.title || t.untitled} />
          ) : film ? (
            <Player film={film} picture={picture} label={values.alt || values.title} />
          ) : (
            picture && (
              <Picture media={{ ...picture, alt: values.alt }} sizes="(width >= 1024px) 40rem, 85vw" />
            )
          )}
        </div>
      )}
      <p>
        <Name>{artist}</Name>
      </p>
      <Heading className={styles.shownTitle}>
        <Name>{values.title || t.untitled}</Name>
      </Heading>
      <p className="figures">
        {[year ? formatYear(year) : '', isolate(values.medium)].filter(Boolean).join(', ')}
      </p>
      <p className="figures">
        {[size ? t.editions(size) : '', isolate(values.dimensions)].filter(Boolean).join(', ')}
      </p>
      <p className="figures">{price}</p>
      <Prose html={renderMarkdown(values.description)} />
    </div>
  )
}

/** What happened to a draft, the newest first. */
export function History({ draft }: { draft: Draft }) {
  if (draft.steps.length === 0) return null
  return (
    <section className={editing.section} aria-labelledby="history">
      <h3 id="history">{t.history}</h3>
      <ol role="list" className={styles.steps}>
        {draft.steps.toReversed().map((step) => (
          <li key={`${step.at} ${step.state}`}>
            <p>
              {t.steps[step.state]}, <time dateTime={step.at}>{formatDateTime(step.at)}</time>
            </p>
            {step.comment && (
              <p dir="auto" className={styles.said}>
                {step.comment}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
