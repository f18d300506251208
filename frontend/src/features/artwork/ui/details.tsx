import type { ReactNode } from 'react'
import type { ArtworkQuery } from '@/gen/graphql'
import { formatDate, formatYear } from '@/lib/time'
import { list } from '@/lib/words'
import { Link } from '@/ui/link'
import { chainName, editionLabel, lengthOf } from '../model'
import styles from './details.module.css'

type Artwork = NonNullable<ArtworkQuery['artwork']>

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
      'Artist',
      <Link key="artist" href={`/${lang}/artists/${artwork.artist.slug}/`}>
        {artwork.artist.name}
      </Link>,
    ],
  ]
  if (artwork.year !== null) rows.push(['Year', formatYear(artwork.year)])
  if (artwork.medium) rows.push(['Medium', artwork.medium])
  rows.push([
    'Category',
    <Link key="category" href={`/${lang}/artworks/?category=${artwork.category}`}>
      {categoryName}
    </Link>,
  ])
  if (face?.width && face.height) rows.push(['Size', `${face.width} × ${face.height} pixels`])
  rows.push(['Edition', editionLabel(artwork.editionSize)])
  if (artwork.drop)
    rows.push([
      'Drop',
      <Link key="drop" href={`/${lang}/drops/${artwork.drop.slug}/`}>
        {artwork.drop.title}
      </Link>,
    ])
  if (artwork.curators.length === 1) {
    const [curator] = artwork.curators
    rows.push([
      'Curator',
      <Link key="curator" href={`/${lang}/curators/${curator!.slug}/`}>
        {curator!.name}
      </Link>,
    ])
  } else if (artwork.curators.length) rows.push(['Curators', list(artwork.curators.map(({ name }) => name))])
  // A work may be shown before its drop begins.
  const opens = artwork.availability === 'UPCOMING' && artwork.drop?.startsAt
  const at = opens || artwork.publishedAt
  if (at)
    rows.push([
      opens ? 'Opens' : 'Published',
      <time key="at" dateTime={at}>
        {formatDate(at)}
      </time>,
    ])
  if (face?.kind === 'GENERATOR') rows.push(['Runs', runsOf(face, artwork.editionSize)])
  if (face?.duration) rows.push(['Length', lengthOf(face.duration)])
  rows.push(['Token', `ERC-721 on ${chainName(artwork.chainId)}`])
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
          <h3 className={styles.sub}>Attributes</h3>
          <dl className={`${styles.rows} figures`}>
            {artwork.attributes.map(({ name, value, frequency }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {value}
                  {frequency !== null && frequency > 1 && (
                    <small>in {inWords(frequency)} of this artist’s works</small>
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

/** Small numbers in words, as in running text. */
const inWords = (n: number) => numerals[n] ?? String(n)

/** Whether a live work is proven to render the same image for the same edition. */
function runsOf(
  { deterministic, editionsProven }: { deterministic: boolean | null; editionsProven: number | null },
  editionSize: number,
) {
  if (deterministic === true)
    return (
      <>
        Runs live in your browser; each edition is unique and repeatable
        {editionsProven !== null && editionsProven < editionSize && (
          <small>tested by rendering editions 1 to {editionsProven} twice</small>
        )}
      </>
    )
  return (
    <>
      Runs live in your browser
      <small>not proven repeatable: an edition may look different each time it runs</small>
    </>
  )
}
