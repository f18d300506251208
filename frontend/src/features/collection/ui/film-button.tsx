'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import * as t from '@/messages/edition-film'
import { Button } from '@/ui/button'
import type { Film } from '../films'

const FilmDialog = dynamic(() => import('./film-dialog').then((module) => module.FilmDialog), { ssr: false })

/** Opens the film of an edition. Nothing of it loads, and nothing moves, before that. */
export function FilmButton({ film, title }: { film: Film | undefined; title: string }) {
  const [open, setOpen] = useState(false)
  if (!film) return null
  return (
    <>
      <Button kind="text" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.watch}
      </Button>
      {open && <FilmDialog film={film} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
