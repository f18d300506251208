'use client'

import { drawingOrPlate } from '@/lib/drawing'
import { useDrawing } from '@/lib/use-edition-source'
import * as t from '@/messages/artwork-live'
import { Edition } from '@/ui/edition'
import { reportChosen } from '../live-chosen'
import type { Output } from '../live-editions'

interface ChosenEditionProps extends Output {
  artworkId: string
  /** Null if only the address says it, and it isn't read yet. */
  number: number | null
  hash: string | undefined
  /** Whether it is the only edition of its work. */
  only: boolean
  /** Whether it may be drawn here. */
  drawn: boolean
}

/** The chosen edition in place of the running work: while it starts, and if it may not run. */
export function ChosenEdition({
  artworkId,
  number,
  hash,
  only,
  drawn,
  src,
  title,
  ratio,
}: ChosenEditionProps) {
  const { file, here } = useDrawing(artworkId, number ?? 0, number !== null)
  // The server renders the only edition of a work; which one of several is shown, only the browser knows.
  const first = only && !here ? drawingOrPlate(artworkId, 1) : file
  return (
    <Edition
      number={number}
      file={file ?? first}
      src={drawn && here ? src : undefined}
      hash={hash}
      title={title}
      ratio={ratio}
      alt={number === null ? title : t.shownEdition(title, number)}
      onParameters={reportChosen}
      first
    />
  )
}
