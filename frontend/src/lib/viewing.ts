import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, persistSession, storageKey } from './storage'

/** Where a visitor left the carousel of works, for the session. */
export const useCarousel = create<{ storedCarouselActiveSlide: number }>()(
  persist(() => ({ storedCarouselActiveSlide: 0 }), {
    name: storageKey('carousel'),
    version: 1,
    storage: persistSession<{ storedCarouselActiveSlide: number }>(),
    skipHydration: true,
  }),
)

/** Whether moving works are silent, for good and in every tab. */
export const useVideoVolume = create<{ storedVideoMuted: boolean }>()(
  persist((): { storedVideoMuted: boolean } => ({ storedVideoMuted: false }), {
    name: storageKey('videoVolume'),
    version: 1,
    storage: persistLocal<{ storedVideoMuted: boolean }>(),
    skipHydration: true,
  }),
)
