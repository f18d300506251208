'use client'

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, storageKey } from '@/lib/storage'

/** How many seconds a slideshow shows each work. */
export const paces = [10, 20, 60] as const

/** The speed of the visitor's slideshows, shared by all tabs. */
export const useSlideshow = create<{ storedSlideshowSeconds: number }>()(
  persist((): { storedSlideshowSeconds: number } => ({ storedSlideshowSeconds: 20 }), {
    name: storageKey('slideshow'),
    version: 1,
    storage: persistLocal<{ storedSlideshowSeconds: number }>(),
    skipHydration: true,
  }),
)
