'use client'

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from '@/lib/storage'
import * as t from '@/messages/on-wall'
import type { Shown } from '@/ui/picture-source'
import type { Editions, Output } from './live-editions'

/** A work to show on a drawn wall. */
export interface WorkOnWall {
  title: string
  picture: Shown
  /** For a live work: its editions, of which the one in the address is shown. */
  live?: { editions: Editions; output: Output }
}

/** The choices for the longer side in centimetres, because digital works have no fixed size. */
export const sides = [40, 60, 100, 150] as const

export const walls = [
  ['white', t.white],
  ['grey', t.grey],
  ['dark', t.dark],
] as const
type WallColor = (typeof walls)[number][0]

/** Whole centimetres of both sides; `ratio` is width divided by height. */
export const dimensionsOf = (ratio: number, longer: number) => ({
  width: Math.max(1, Math.round(longer * Math.min(1, ratio))),
  height: Math.max(1, Math.round(longer / Math.max(1, ratio))),
})

interface WallChoice {
  storedWallSide: number
  storedWallColor: WallColor
}

/** The visitor's wall and the size of works on it, shared by all tabs. */
export const useWallChoice = create<WallChoice>()(
  persist((): WallChoice => ({ storedWallSide: 100, storedWallColor: 'white' }), {
    name: storageKey('wallChoice'),
    version: 1,
    storage: persistLocal<WallChoice>(),
    skipHydration: true,
  }),
)
