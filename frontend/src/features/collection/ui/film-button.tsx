'use client'

import { lazy, Suspense, useState } from 'react'
import * as t from '@/messages/edition-film'
import { Button } from '@/ui/button'
import type { Film } from '../films'

const load = () => import('./film-dialog')
const FilmDialog = lazy(async () => ({ default: (await load()).FilmDialog }))

/** Opens the film of an edition. The film loads only then. */
export function FilmButton({ film, title }: { film: Film | undefined; title: string }) {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!film) return null
  const start = () => {
    setFailed(false)
    load().then(
      () => setOpen(true),
      (error: unknown) => {
        console.info('The dialog of a film', error)
        setFailed(true)
      },
    )
  }
  return (
    <>
      <Button kind="text" aria-haspopup="dialog" onClick={start}>
        {t.watch}
      </Button>
      {failed && <span role="alert">{t.notLoaded}</span>}
      {open && (
        <Suspense>
          <FilmDialog film={film} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
