import { connection, savesData } from '@/ui/thrift'

/**
 * Plays a film while it is visible, unless the visitor prefers less motion or saves data. A visitor's pause is kept. `silence` is called
 * once, before the film starts, and returns whether it must be muted. Returns a function that stops it.
 */
export function startFilm(film: HTMLVideoElement, silence: () => boolean): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || savesData(connection()))
    return () => undefined
  film.muted = silence()
  /** It is paused because it isn't visible. */
  let resting = true
  const observer = new IntersectionObserver((entries) => {
    const seen = entries.at(-1)?.isIntersecting ?? false
    if (seen && resting) {
      resting = false
      // If the browser blocks autoplay, its own controls are available.
      film.play().catch(() => undefined)
    } else if (!seen && !film.paused && document.pictureInPictureElement !== film) {
      resting = true
      film.pause()
    }
  })
  observer.observe(film)
  return () => observer.disconnect()
}
