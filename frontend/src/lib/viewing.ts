import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistLocal, persistSession, storageKey } from './storage'

/** The visitor's position in the carousel of works, for the session. */
export const useCarousel = create<{ storedCarouselActiveSlide: number }>()(
  persist(() => ({ storedCarouselActiveSlide: 0 }), {
    name: storageKey('carousel'),
    version: 1,
    storage: persistSession<{ storedCarouselActiveSlide: number }>(),
    skipHydration: true,
  }),
)

/** Whether moving works are muted, stored permanently and shared by all tabs. */
export const useVideoVolume = create<{ storedVideoMuted: boolean }>()(
  persist((): { storedVideoMuted: boolean } => ({ storedVideoMuted: false }), {
    name: storageKey('videoVolume'),
    version: 1,
    storage: persistLocal<{ storedVideoMuted: boolean }>(),
    skipHydration: true,
  }),
)
