'use client'

import { useEffect, useState } from 'react'
import { showEdition, useNamedEdition } from '@/lib/edition'
import { type Edition, type Editions, startOf } from './live-editions'

interface Shown {
  number: number
  /** Undefined until it is known. */
  hash: string | undefined
  /** Whether it has a token; null while unknown. */
  minted: boolean | null
  /** The hash could not be loaded. */
  failed: boolean
  show: (edition: number) => void
}

const hashesOf = (editions: Edition[]) => new Map(editions.map(({ number, hash }) => [number, hash]))

/** The edition of a live work in the address. Tokens of its editions load once the work is visible. */
export function useEdition({ artworkId, slug, size, first }: Editions, seen: boolean): Shown {
  const number = useNamedEdition(size) ?? 1
  const [hashes, setHashes] = useState(() => hashesOf(first))
  const [missing, setMissing] = useState<number | null>(null)
  const [minted, setMinted] = useState<Set<number> | null>(null)
  const known = hashes.has(number)

  useEffect(() => {
    if (known) return
    let current = true
    import('./calls')
      .then(({ readEditions }) => readEditions(slug, startOf(number)))
      .then((more) => {
        if (!current) return
        setHashes((now) => new Map([...now, ...hashesOf(more)]))
        setMissing(more.some((edition) => edition.number === number) ? null : number)
      })
      .catch((error: unknown) => {
        console.error('The hash of an edition', error)
        if (current) setMissing(number)
      })
    return () => {
      current = false
    }
  }, [known, number, slug])

  useEffect(() => {
    if (!seen || minted) return
    const ends = new AbortController()
    import('./calls')
      .then(({ readMinted }) => readMinted(artworkId, ends.signal))
      .then(setMinted, (error: unknown) => {
        // The work is shown without it.
        if (!ends.signal.aborted) console.error('Which editions have a token', error)
      })
    return () => ends.abort()
  }, [seen, minted, artworkId])

  return {
    number,
    hash: hashes.get(number),
    minted: minted?.has(number) ?? null,
    failed: missing === number && !known,
    show: showEdition,
  }
}
