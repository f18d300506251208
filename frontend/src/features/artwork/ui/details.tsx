import type { ReactNode } from 'react'
import type { ArtworkWholeFragment as Artwork } from '@/gen/graphql'
import { formatDate } from '@/lib/time'
import { list } from '@/lib/words'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/artwork'
import { isolate } from '@/messages/direction'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { chainName, editionLabel, lengthOf } from '../model'
import styles from './details.module.css'

/** The details of a work, then its attributes. */
export function Details({
  artwork,
  lang,
  categoryName,
}: {
  artwork: Artwork
  lang: string
  categoryName: string
}) {
  const [face] = artwork.media
  const rows: [string, ReactNode][] = [
    [
      t.artist,
      <Link key="artist" href={`/${lang}/artists/${artwork.artist.slug}/`}>
        <Name>{artwork.artist.name}</Name>
      </Link>,
    ],
  ]
  if (dateOf(artwork)) rows.push([artwork.dated ? t.date : t.year, dateOf(artwork)])
  if (artwork.medium) rows.push([t.medium, <Name key="medium">{artwork.medium}</Name>])
  rows.push([
    t.category,
    <Link key="category" href={`/${lang}/artworks/?category=${artwork.category}`}>
      <Name>{categoryName}</Name>
    </Link>,
  ])
  if (face?.width && face.height) rows.push([t.size, t.pixels(face.width, face.height)])
  rows.push([t.edition, editionLabel(artwork.editionSize)])
  if (artwork.drop)
    rows.push([
      t.drop,
      <Link key="drop" href={`/${lang}/drops/${artwork.drop.slug}/`}>
        <Name>{artwork.drop.title}</Name>
      </Link>,
    ])
  if (artwork.curators.length === 1) {
    const [curator] = artwork.curators
    rows.push([
      t.curator,
      <Link key="curator" href={`/${lang}/curators/${curator!.slug}/`}>
        <Name>{curator!.name}</Name>
      </Link>,
    ])
  } else if (artwork.curators.length)
    rows.push([t.curators, list(artwork.curators.map(({ name }) => isolate(name)))])
  // A work may be shown before its drop begins.
  const opens = artwork.availability === 'UPCOMING' && artwork.drop?.sale.startsAt
  const at = opens || artwork.publishedAt
  if (at)
    rows.push([
      opens ? t.opens : t.published,
      <time key="at" dateTime={at}>
        {formatDate(at)}
      </time>,
    ])
  if (face?.kind === 'GENERATOR') rows.push([t.runs, runsOf(face, artwork.editionSize)])
  if (face?.duration) rows.push([t.length, lengthOf(face.duration)])
  rows.push([t.token, t.tokenOn(chainName(artwork.chainId))])
  return (
    <>
      <dl className={`${styles.rows} figures`}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {artwork.attributes.length > 0 && (
        <>
          <h3 className={styles.sub}>{t.attributes}</h3>
          <dl className={`${styles.rows} figures`}>
            {artwork.attributes.map(({ name, value, frequency }) => (
              <div key={name}>
                <dt>
                  <Name>{name}</Name>
                </dt>
                <dd>
                  <Name>{value}</Name>
                  {frequency !== null && frequency > 1 && (
                    <small>{t.attributeFrequency(inWords(frequency))}</small>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

const numerals = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Small numbers as words, as in running text. */
const inWords = (n: number) => numerals[n] ?? String(n)

/** Whether a live work is proven to render the same image for the same edition. */
function runsOf(
  { deterministic, editionsProven }: { deterministic: boolean | null; editionsProven: number | null },
  editionSize: number,
) {
  if (deterministic === true)
    return (
      <>
        {t.runsLiveRepeatable}
        {editionsProven !== null && editionsProven < editionSize && (
          <small>{t.repeatabilityTested(editionsProven)}</small>
        )}
      </>
    )
  return (
    <>
      {t.runsLive}
      <small>{t.repeatabilityUnproven}</small>
    </>
  )
}
