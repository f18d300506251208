import type { FilmInput } from '@/gen/graphql'
import * as t from '@/messages/studio'

/** How long a browser may take to read the beginning of a file, in milliseconds. */
const patience = 20_000

/** Resolves at the first of some events; rejects at an error or after a while. */
const first = (media: HTMLMediaElement, ...names: string[]) =>
  new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new Error(t.unplayable))
    const timer = setTimeout(giveUp, patience)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    for (const name of names) media.addEventListener(name, done, { once: true })
    media.addEventListener('error', giveUp, { once: true })
  })

/** Measures a film or a recording as this browser plays it. Throws an error with a message for people if it doesn't. */
export async function measure(file: File): Promise<FilmInput> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    video.preload = 'metadata'
    video.muted = true
    const loaded = first(video, 'loadedmetadata')
    video.src = address
    await loaded
    if (video.duration === Number.POSITIVE_INFINITY) {
      // A recording without a length in its header: the browser knows it at the end.
      const known = first(video, 'durationchange')
      video.currentTime = 1e9
      await known.catch(() => undefined)
    }
    const { duration, videoWidth, videoHeight } = video
    return { duration: Number.isFinite(duration) ? duration : 0, width: videoWidth, height: videoHeight }
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

/** The picture that a film shows now, as a file; null before it shows one. */
export async function frameOf(video: HTMLVideoElement | null): Promise<File | null> {
  if (!video?.videoWidth || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && new File([blob], 'frame.png', { type: 'image/png', lastModified: 0 })
}
