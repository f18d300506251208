'use client'

import { lazy, Suspense, useState } from 'react'
import * as t from '@/messages/artwork-actions'
import { Button } from '@/ui/button'
import type { WorkOnWall } from '../on-wall'

const load = () => import('./on-wall-dialog')
const Dialog = lazy(load)

/** Shows the work at its size on a wall, with code that loads when the button is pressed. */
export function OnWall(work: WorkOnWall) {
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
