import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { type CSSProperties, ViewTransition } from 'react'
import { getAlike, getArtwork, getFirstEditions, listCategories } from '@/features/artwork/data'
import { buyableFirst, isSound, isTraded, recordingOf, reminderOf } from '@/features/artwork/model'
import { Face } from '@/features/artwork/ui/artwork-face'
import { ArtworkShelf } from '@/features/artwork/ui/artwork-shelf'
import { ArtworkViewer } from '@/features/artwork/ui/artwork-viewer'
import { BuyBar } from '@/features/artwork/ui/buy-bar'
import { Details } from '@/features/artwork/ui/details'
import { Editions } from '@/features/artwork/ui/editions'
import { EditionsSpace } from '@/features/artwork/ui/editions-space'
import { Made } from '@/features/artwork/ui/made'
import { Mention } from '@/features/artwork/ui/mention'
import { Offer } from '@/features/artwork/ui/offer'
import { OnWall } from '@/features/artwork/ui/on-wall'
import { Licence, Specimen } from '@/features/artwork/ui/papers'
import { Parameters } from '@/features/artwork/ui/parameters'
import { Provenance } from '@/features/artwork/ui/provenance'
import { RecentlyViewed } from '@/features/artwork/ui/recently-viewed'
import { RememberViewed } from '@/features/artwork/ui/remember-viewed'
import { Share } from '@/features/artwork/ui/share'
import { Stock } from '@/features/artwork/ui/stock'
import { FavoriteButton } from '@/features/favorite/ui/favorite-button'
import { RemindMe } from '@/features/reminder/ui/remind-me'
import { env, sells } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph } from '@/lib/metadata'
import { offered } from '@/lib/phases/server'
import { breadcrumbs, scriptOf } from '@/lib/structured'
import { dateOf } from '@/lib/year'
import * as t from '@/messages/artwork'
import { howItIsMade } from '@/messages/artwork-live'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import { ratioOf, shownOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'
import { StructuredData } from '@/ui/structured-data'
import { contactHref } from '../../contact'
import { workPicture } from '../../share'
import { Label } from './label'
import styles from './page.module.css'
import { structured } from './structured'
import { Yours } from './yours'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const artwork = await getArtwork(slug)
  if (!artwork) return { title: t.notFound, robots: { index: false } }
  const title = t.titleBy(artwork.title, artwork.artist.name)
  const description = plainText(artwork.description ?? t.shortDescription(artwork.title, artwork.artist.name))
  const path = `/${lang}/artworks/${artwork.slug}/`
  return {
    title,
    description,
    alternates: alternates(path),
    openGraph: openGraph({ title, description, path, picture: workPicture(lang, artwork) }),
  }
}

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const artwork = await getArtwork(slug)
  if (!artwork) notFound()
  if (artwork.slug !== slug) permanentRedirect(`/${lang}/artworks/${artwork.slug}/`)
  const [face, ...others] = artwork.media
  const recording = recordingOf(artwork, artwork.media)
  const views = others.filter((media) => media !== recording)
  const [categories, alike, first, enquiry, otherArtworks] = await Promise.all([
    listCategories(),
    getAlike(artwork),
    face?.generatorPath ? getFirstEditions(artwork.slug) : undefined,
    contactHref(lang, t.enquiryAbout(artwork.title, artwork.artist.name)),
    offered(artwork.artist.otherArtworks),
  ])
  const editions = first && { artworkId: artwork.id, slug: artwork.slug, size: artwork.editionSize, first }
  const output = face?.generatorPath && {
    src: new URL(face.generatorPath, env().ART_ORIGIN).href,
    title: artwork.title,
    ratio: ratioOf(face),
  }
  const forSale = artwork.purchasePrice !== null && isTraded(artwork)
  const { blur: _, ...picture } = shownOf(face)
  const more = buyableFirst(otherArtworks)
  // One card isn't a shelf.
  const [onlyOther] = more.length === 1 ? more : []
  const [onlyAlike] = alike.length === 1 ? alike : []
  const style = { '--ratio': ratioOf(face), '--tint': face?.color ?? 'transparent' } as CSSProperties
  return (
    <Stock
      slug={artwork.slug}
      availability={artwork.availability}
      editionsAvailable={artwork.editionsAvailable}
      amount={artwork.purchasePrice?.amount ?? null}
    >
      <RememberViewed slug={artwork.slug} title={artwork.title} artist={artwork.artist.name} />
      <article className={styles.page} style={style}>
        <div className={styles.wall}>
          <ArtworkViewer lang={lang} slug={artwork.slug} offered={more.map((other) => other.slug)}>
            <ViewTransition name={`artwork-${artwork.id}`}>
              <div>
                <Face
                  media={face}
                  title={artwork.title}
                  artOrigin={env().ART_ORIGIN}
                  editions={editions}
                  sound={isSound(artwork)}
                  first
                />
              </div>
            </ViewTransition>
          </ArtworkViewer>
        </div>
        <Label lang={lang} artwork={artwork}>
          {recording?.url && (
            // biome-ignore lint/a11y/useMediaCaption: works without words
            <audio // oxlint-disable-line jsx-a11y/media-has-caption
              src={recording.url}
              controls
              preload="metadata"
              aria-label={t.soundOf(artwork.title)}
              className={styles.sound}
              data-screen
            />
          )}
          <Offer
            artwork={artwork}
            lang={lang}
            alike={alike.length > 0}
            own={(usual) => (
              <Yours lang={lang} artworkId={artwork.id} artworkSlug={artwork.slug}>
                {usual}
              </Yours>
            )}
            enquiry={enquiry}
            closed={!sells()}
            remind={(availability) => {
              const about = reminderOf({ ...artwork, availability })
              return about && <RemindMe lang={lang} {...about} />
            }}
          />
          <FavoriteButton kind="artwork" id={artwork.id} name={artwork.title} />
          <div className={styles.actions}>
            {picture.src && (
              <OnWall
                title={artwork.title}
                picture={picture}
                live={editions && output ? { editions, output } : undefined}
              />
            )}
            <Share title={artwork.title} text={t.titleBy(artwork.title, artwork.artist.name)} />
          </div>
        </Label>
        {editions && editions.size > 1 && output && (
          <section aria-labelledby="editions" className={styles.editions} data-screen>
            <h2 id="editions">{t.editions}</h2>
            <Editions
              lang={lang}
              editions={editions}
              output={output}
              forSale={forSale}
              space={<EditionsSpace editions={editions} output={output} forSale={forSale} />}
            />
          </section>
        )}
        <div className={styles.column}>
          {artwork.description && <Prose html={renderMarkdown(artwork.description)} />}
          {views.length > 0 && (
            <div className={styles.views}>
              {views.map((media, i) => (
                <Face
                  key={media.url ?? i}
                  media={media}
                  title={artwork.title}
                  artOrigin={env().ART_ORIGIN}
                  sound={isSound(artwork)}
                />
              ))}
            </div>
          )}
          <section aria-labelledby="details">
            <h2 id="details">{t.details}</h2>
            <Details
              artwork={artwork}
              lang={lang}
              categoryName={
                categories.find((category) => category.slug === artwork.category)?.name ?? artwork.category
              }
            />
          </section>
          {editions && (
            <section aria-labelledby="made">
              <h2 id="made">{howItIsMade}</h2>
              <Made
                editions={editions}
                proven={face?.deterministic === true}
                varying={face?.parameters.filter(({ varies }) => varies !== null) ?? []}
              />
              <Parameters parameters={face?.parameters ?? []} />
            </section>
          )}
          <section aria-labelledby="provenance">
            <h2 id="provenance">{t.provenance}</h2>
            <Provenance
              artworkId={artwork.id}
              editionSize={artwork.editionSize}
              availability={artwork.availability}
            />
          </section>
          <section aria-labelledby="licence">
            <h2 id="licence">{t.licence}</h2>
            <Licence lang={lang} />
          </section>
          <section aria-labelledby="certificate" data-screen>
            <h2 id="certificate">Certificate</h2>
            <Specimen
              href={`/${lang}/artworks/${artwork.slug}/certificate/`}
              title={artwork.title}
              artist={artwork.artist.name}
              date={dateOf(artwork)}
              editionSize={artwork.editionSize}
            />
          </section>
          {artwork.artist.bio && (
            <section aria-labelledby="artist">
              <h2 id="artist">
                <Name>{artwork.artist.name}</Name>
              </h2>
              <Prose html={renderMarkdown(artwork.artist.bio.split(/\n\s*\n/)[0] ?? '')} />
              <p className={styles.more}>
                <Link href={`/${lang}/artists/${artwork.artist.slug}/`}>
                  {t.allWorksBy(artwork.artist.name)}
                </Link>
              </p>
            </section>
          )}
          {onlyOther && (
            <Mention label={t.moreBy(artwork.artist.name)} work={onlyOther} lang={lang} showArtist={false} />
          )}
          {onlyAlike && <Mention id="alike" label={t.similarWorks} work={onlyAlike} lang={lang} />}
        </div>
        <BuyBar artwork={artwork} lang={lang} />
      </article>
      {more.length > 1 && (
        <section aria-labelledby="others" className={styles.others}>
          <h2 id="others">{t.moreBy(artwork.artist.name)}</h2>
          <ArtworkShelf artworks={more.slice(0, 3)} lang={lang} showArtist={false} />
        </section>
      )}
      {alike.length > 1 && (
        <section aria-labelledby="alike" className={styles.others}>
          <div className={frame.sectionHead}>
            <h2 id="alike">{t.similarWorks}</h2>
            <Link href={`/${lang}/artworks/?reduced=1`}>{t.allWorksForSale}</Link>
          </div>
          <ArtworkShelf artworks={alike} lang={lang} />
        </section>
      )}
      <RecentlyViewed lang={lang} except={artwork.id} className={styles.others} />
      <StructuredData
        text={scriptOf(
          structured(artwork, `${env().PUBLIC_URL.replace(/\/$/, '')}/${lang}/artworks/${artwork.slug}/`),
          breadcrumbs(
            env().PUBLIC_URL,
            [t.artworks, `/${lang}/artworks/`],
            [artwork.title, `/${lang}/artworks/${artwork.slug}/`],
          ),
        )}
      />
    </Stock>
  )
}
