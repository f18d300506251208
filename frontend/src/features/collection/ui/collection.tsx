'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState, ViewTransition } from 'react'
import { download } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import { drawingOrPlate } from '@/lib/drawing'
import { formatDateTime } from '@/lib/time'
import { useWall } from '@/lib/use-wall'
import { count } from '@/lib/words'
import * as t from '@/messages/collection'
import { poster } from '@/messages/poster'
import { Button } from '@/ui/button'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Near } from '@/ui/near'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import { Frame, museumLabel, Room } from '@/ui/room'
import { Skeleton } from '@/ui/skeleton'
import { Walls } from '@/ui/walls'
import walls from '@/ui/walls.module.css'
import { type ArtworkFace, cancelWithdrawal, originalOf } from '../calls'
import type { Film } from '../films'
import {
  certificateOf,
  isCancellable,
  isMoving,
  isNew,
  type Leaving,
  leaving,
  newestByToken,
  outOfSight,
  pageOf,
  posterOf,
  type Token,
  type Withdrawal,
  withdrawalSentence,
} from '../model'
import { useTokens } from '../store'
import { useCollection } from '../use-collection'
import { useFilms } from '../use-films'
import { useWalls } from '../walls'
import styles from './collection.module.css'
import { EditionFace } from './edition-face'
import { FilmButton } from './film-button'

const Archive = dynamic(() => import('./archive').then((module) => module.Archive), { ssr: false })
const WallChoice = dynamic(() => import('./wall-choice').then((module) => module.WallChoice), { ssr: false })
const WithdrawDialog = dynamic(() => import('./withdraw-dialog').then((module) => module.WithdrawDialog), {
  ssr: false,
})

interface CollectionProps {
  lang: string
  /** The owner approves with a wallet's signature instead of an emailed link. */
  bySignature: boolean
  /** Requests that are approved by a wallet's signature. */
  approvals?: ReactNode
}

/** Everything that a person owns: in the vault, and in their linked wallets. */
export function Collection({ lang, bySignature, approvals }: CollectionProps) {
  const { tokens, withdrawals, artworks, problem, reload } = useCollection()
  /** What the dialog withdraws, as it was when it opened: the collection is read again behind it. */
  const [request, setRequest] = useState<Leaving | null>(null)
  const filmed = (tokens ?? []).filter(
    ({ artworkId, status }) => status === 'minted' && isLive(artworks.get(artworkId)),
  )
  const films = useFilms(
    filmed.map(({ tokenId }) => tokenId),
    filmed.some((token) => isNew(token)),
  )
  const chosenWalls = useWalls()
  const newest = newestByToken(withdrawals)
  const elsewhere = outOfSight(withdrawals, tokens ?? [])
  const leavingNow = outOfSight(withdrawals, tokens ?? [], 'withdrawalTransactionInProgress')
  const everything = leaving(tokens ?? [], newest)
  return (
    <>
      {approvals}
      {problem && <Failure problem={problem} retry={tokens === null ? reload : undefined} />}
      {tokens === null && !problem && (
        <div aria-busy="true">
          <Skeleton height="calc(100svh - var(--header) - var(--banner) - var(--above, 0px))" />
        </div>
      )}
      {tokens?.length === 0 && elsewhere + leavingNow === 0 && (
        <Empty>
          <p>{t.emptyCollection}</p>
          <Link href={`/${lang}/artworks/`}>{t.browseArtworks}</Link>
        </Empty>
      )}
      {tokens && tokens.length > 0 && (
        <Walls
          label={t.yourWorks}
          walls={tokens.map((token, i) => {
            const artwork = artworks.get(token.artworkId)
            const edition =
              token.editionSize > 1 ? t.editionOf(token.editionNumber, token.editionSize) : t.unique
            return {
              key: `${token.chainId}:${token.tokenId}`,
              name: `${artwork?.title ?? token.artworkTitle}, ${edition}`,
              small: <SmallFace artwork={artwork} edition={token.editionNumber} />,
              content: (
                <Item
                  lang={lang}
                  token={token}
                  artwork={artwork}
                  edition={edition}
                  first={i === 0}
                  travels={tokens.findIndex(({ artworkId }) => artworkId === token.artworkId) === i}
                  film={films.get(token.tokenId)}
                  chosenWall={chosenWalls.get(token.tokenId)}
                  withdrawal={newest.get(token.tokenId)}
                  bySignature={bySignature}
                  onWithdraw={() => setRequest({ go: [token], stay: [] })}
                  onChange={reload}
                />
              ),
            }
          })}
        />
      )}
      {tokens && leavingNow > 0 && (
        <p className={styles.note}>
          {t.onTheWay(leavingNow)} <Link href={`/${lang}/profile/withdrawals/`}>{t.trackWithdrawals}</Link>
        </p>
      )}
      {tokens && elsewhere > 0 && (
        <p className={styles.note}>
          {elsewhere === 1 ? t.oneElsewhere : t.severalElsewhere(count(elsewhere, 'work'))} {t.inOwnWallet}{' '}
          <Link href={`/${lang}/profile/wallets/`}>{t.linkTheWallet}</Link> {t.linkToSee}{' '}
          {elsewhere === 1 ? 'it' : 'them'} {t.linkToSeeEnd}{' '}
          <Link href={`/${lang}/profile/withdrawals/`}>{t.yourWithdrawals}</Link>.
        </p>
      )}
      {everything.go.length > 1 && (
        <section aria-labelledby="withdraw-all" className={styles.leave}>
          <h3 id="withdraw-all">{t.withdrawEverything}</h3>
          <p>{t.withdrawAtOnce(everything.go.length)}</p>
          <Button kind="quiet" onClick={() => setRequest(everything)}>
            {t.withdrawEverything}
          </Button>
        </section>
      )}
      {tokens && (tokens.length > 0 || elsewhere > 0) && <Archive />}
      {request && (
        <WithdrawDialog
          {...request}
          artworks={artworks}
          bySignature={bySignature}
          onClose={(requested) => {
            setRequest(null)
            if (requested) reload()
          }}
        />
      )}
    </>
  )
}

const isLive = (artwork: ArtworkFace | undefined) => Boolean(artwork?.media[0]?.generatorPath)

/** A picture for the map, which loads only where the map is seen: a live work's edition, or the work. */
function SmallFace({ artwork, edition }: { artwork: ArtworkFace | undefined; edition: number }) {
  const [media] = artwork?.media ?? []
  if (!artwork || !media) return null
  if (!isLive(artwork)) return <Picture media={media} alt="" sizes="2.25rem" />
  return <img src={drawingOrPlate(artwork.id, edition)} alt="" loading="lazy" decoding="async" />
}

interface ItemProps {
  lang: string
  token: Token
  artwork: ArtworkFace | undefined
  /** The words for its number. */
  edition: string
  /** Whether it is in the first window. */
  first: boolean
  /** Whether its picture travels between this page and the work's: the first one of a work's editions. */
  travels: boolean
  film: Film | undefined
  /** The colour that the owner chose for its wall. */
  chosenWall: string | undefined
  withdrawal: Withdrawal | undefined
  bySignature: boolean
  onWithdraw: () => void
  onChange: () => Promise<void>
}

function Item({
  lang,
  token,
  artwork,
  edition,
  first,
  travels,
  film,
  chosenWall,
  withdrawal,
  bySignature,
  onWithdraw,
  onChange,
}: ItemProps) {
  const remembered = useTokens(
    (state) => state.tokens.find(({ tokenId }) => tokenId === token.tokenId)?.withdrawTokenStatus,
  )
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const title = artwork?.title ?? token.artworkTitle
  const [media] = artwork?.media ?? []
  const box = useRef<HTMLDivElement>(null)
  const wall = useWall(box, media?.color, chosenWall)
  const [tools, setTools] = useState(false)
  const moving = withdrawal
    ? isMoving(withdrawal)
    : remembered !== undefined && isMoving({ status: remembered })
  const minting = token.status === 'minting'
  const live = isLive(artwork)
  const page = pageOf(lang, artwork?.slug ?? token.artworkSlug, token.editionNumber, live)

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(wordsOf(error))
    }
    setBusy(false)
  }

  async function openOriginal() {
    const url = await originalOf(token.tokenId)
    if (url) location.assign(url)
    else setProblem(t.noSeparateOriginal)
  }

  return (
    <article className={walls.item} aria-labelledby={`token-${token.tokenId}`}>
      <Room wall={wall} className={walls.wall}>
        <Frame ratio={ratioOf(media)} ref={box}>
          <ViewTransition name={travels ? `artwork-${token.artworkId}` : undefined}>
            <div className={styles.face}>
              <Near first={first}>
                <EditionFace
                  artwork={artwork}
                  edition={token.editionNumber}
                  sizes={`min(88vw, ${Math.ceil(60 * ratioOf(media))}vh)`}
                  alt=""
                  first={first}
                />
              </Near>
            </div>
          </ViewTransition>
        </Frame>
        <div className={`${walls.label} ${museumLabel}`}>
          <p>
            <bdi>{artwork?.artist.name ?? token.artistName}</bdi>
          </p>
          <h3 id={`token-${token.tokenId}`} className={styles.title}>
            <Link href={page}>
              <em>
                <bdi>{title}</bdi>
              </em>
            </Link>
            , <span className="figures">{edition}</span>
          </h3>
          <p className={styles.quiet}>
            {minting
              ? t.minting
              : token.location === 'vault'
                ? t.inOurVault
                : t.inYourWallet(token.owner.slice(0, 6), token.owner.slice(-4))}
          </p>
          {withdrawal && (moving || token.location === 'vault') && (
            <p>{withdrawalSentence(withdrawal, (time) => formatDateTime(time), bySignature)}</p>
          )}
          {token.giftOrder && (
            <p>
              {t.giftWaiting} <Link href={`/${lang}/profile/orders/${token.giftOrder}/`}>{t.viewGift}</Link>
            </p>
          )}
          {token.frozen && <p>{t.frozen}</p>}
          {problem && <p role="alert">{problem}</p>}
          <div className={styles.actions}>
            <Link href={page}>{!live ? t.view : token.editionSize > 1 ? t.runYourEdition : t.runIt}</Link>
            {token.location === 'vault' && !moving && !token.giftOrder && (
              <span className={styles.send}>
                <Button kind="text" disabled={minting || token.frozen} onClick={onWithdraw}>
                  {t.withdraw}
                </Button>{' '}
                {t.withdrawDestination}
              </span>
            )}
            {withdrawal && isCancellable(withdrawal) && (
              <Button
                kind="text"
                busy={busy}
                onClick={() => run(() => cancelWithdrawal(withdrawal.id).then(onChange))}
              >
                {t.cancelWithdrawal}
              </Button>
            )}
          </div>
          {!minting && (
            <details
              className={styles.tools}
              onToggle={({ currentTarget }) => currentTarget.open && setTools(true)}
            >
              <summary>{t.more}</summary>
              {tools && <WallChoice tokenId={token.tokenId} box={box} colour={media?.color} />}
              <div className={styles.actions}>
                <FilmButton film={film} title={title} />
                <a
                  href={`/api/tokens/${token.tokenId}/certificate.pdf`}
                  onClick={(event) => {
                    event.preventDefault()
                    run(() =>
                      download(
                        `/api/tokens/${token.tokenId}/certificate.pdf`,
                        `certificate-${token.tokenId}.pdf`,
                      ),
                    )
                  }}
                >
                  {t.certificate}
                </a>
                <Link href={certificateOf(lang, artwork?.slug ?? token.artworkSlug, token.editionNumber)}>
                  {t.frame}
                </Link>
                <Link href={posterOf(lang, artwork?.slug ?? token.artworkSlug, token.editionNumber)}>
                  {poster}
                </Link>
                <Button kind="text" busy={busy} onClick={() => run(openOriginal)}>
                  {t.originalFile}
                </Button>
              </div>
            </details>
          )}
        </div>
      </Room>
    </article>
  )
}
