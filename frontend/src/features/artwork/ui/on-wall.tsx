'use client'

import { lazy, Suspense, useState } from 'react'
import * as t from '@/messages/artwork-actions'
import { Button } from '@/ui/button'
import type { Shown } from '@/ui/picture-source'
import type { Editions, Output } from '../live-editions'

const load = () => import('./on-wall-dialog')
const Dialog = lazy(load)

export interface OnWallProps {
  title: string
  picture: Shown
  /** For a live work: its editions, of which the one in the address is shown. */
  live?: { editions: Editions; output: Output }
}

/** Shows the work at its size on a wall, with code that loads when the button is pressed. */
export function OnWall(work: OnWallProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="text" onClick={() => load().then(() => setOpen(true), console.warn)}>
        {t.viewOnWall}
      </Button>
      {open && (
        <Suspense>
          <Dialog {...work} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
