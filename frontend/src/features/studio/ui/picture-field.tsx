'use client'

import type { RefObject } from 'react'
import type { UploadLimitFragment } from '@/gen/graphql'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import { frameOf, measure } from '../film'
import type { Draft, Live, NewFilm } from '../model'
import { firstDrawing } from './live'
import { Player } from './player'
import { UploadField } from './upload-field'

interface PictureFieldProps {
  /** What the field calls the picture. */
  words: typeof t.pictureField
  limit: UploadLimitFragment
  picture: Draft['picture']
  state: Draft['pictureState']
  error?: string
  /** The film of the draft, whose frames may be its picture. */
  film?: RefObject<HTMLVideoElement | null>
  /** The live work of the draft, whose first edition may be its picture. */
  live?: Live | null
  onUploaded: (uploadId: string) => void
  onBusy: (busy: boolean) => void
}

const nothing = () => Promise.resolve()

/** The picture of a draft. */
export function PictureField({
  words,
  limit,
  picture,
  state,
  error,
  film,
  live,
  onUploaded,
  onBusy,
}: PictureFieldProps) {
  const frame = film && { label: t.useFrame, none: t.noFrame, take: () => frameOf(film.current) }
  const edition = live?.drawings.length
    ? { label: t.useEdition, none: t.noEdition, take: () => firstDrawing(live) }
    : undefined
  return (
    <UploadField
      name="picture"
      limit={limit}
      words={words}
      filled={Boolean(picture)}
      error={error}
      look={nothing}
      other={frame ?? edition}
      onUploaded={onUploaded}
      onBusy={onBusy}
    >
      {picture && (state === 'READY' || state === 'NONE') && <Picture media={picture} sizes="40rem" first />}
      {state === 'WAITING' && <Notice>{t.preparing}</Notice>}
      {state === 'FAILED' && <Notice kind="alarm">{t.pictureFailed}</Notice>}
    </UploadField>
  )
}

interface FilmFieldProps {
  limit: UploadLimitFragment
  film: Draft['film']
  picture: Draft['picture']
  label: string
  video: RefObject<HTMLVideoElement | null>
  error?: string
  onUploaded: (film: NewFilm) => void
  onRemove: () => void
  onBusy: (busy: boolean) => void
}

/** The film or the recording of a draft. */
export function FilmField(props: FilmFieldProps) {
  const { limit, film, picture, label, video, error, onUploaded, onRemove, onBusy } = props
  return (
    <UploadField
      name="film"
      limit={limit}
      words={t.filmField}
      filled={Boolean(film)}
      error={error}
      look={measure}
      onUploaded={(uploadId, measured) => onUploaded({ uploadId, ...measured })}
      onBusy={onBusy}
    >
      {film && (
        <>
          <Player key={film.url} ref={video} film={film} picture={picture} label={label} />
          <p>
            <Button kind="text" onClick={onRemove}>
              {t.removeFilm}
            </Button>
          </p>
        </>
      )}
    </UploadField>
  )
}
