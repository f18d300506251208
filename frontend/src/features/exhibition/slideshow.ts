/** Milliseconds without a movement until the cursor and the controls disappear. */
const rest = 3000

/** Modifier keys, which do nothing alone. */
const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

interface Slideshow {
  /** The element that covers the screen; it has `data-resting` while nothing moves. */
  room: HTMLElement
  seconds: number
  next: () => void
  /** The visitor stopped it: with a key, or by leaving full screen. */
  onStop: () => void
}

/**
 * Shows one work after another until the returned function is called. It keeps the screen on if the browser can, and runs in the
 * window if full screen isn't available.
 */
export function startSlideshow({ room, seconds, next, onStop }: Slideshow): () => void {
  const ends = new AbortController()
  const { signal } = ends
  const timer = setInterval(next, seconds * 1000)

  let resting: ReturnType<typeof setTimeout>
  const wake = () => {
    delete room.dataset.resting
    clearTimeout(resting)
    resting = setTimeout(() => {
      room.dataset.resting = ''
    }, rest)
  }
  for (const event of ['pointermove', 'pointerdown']) window.addEventListener(event, wake, { signal })
  wake()

  // Without this, the space bar would press the button that has the focus.
  room.focus({ preventScroll: true })
  window.addEventListener(
    'keydown',
    (event) => {
      if (modifiers.includes(event.key)) return
      event.preventDefault()
      onStop()
    },
    { signal, capture: true },
  )

  let wasFullScreen = document.fullscreenElement === room
  document.addEventListener(
    'fullscreenchange',
    () => {
      const full = document.fullscreenElement === room
      if (wasFullScreen && !full) onStop()
      wasFullScreen = full
    },
    { signal },
  )
  if (!wasFullScreen) room.requestFullscreen?.().catch(() => {})

  // Browsers release the wake lock whenever the page is hidden.
  let lock: WakeLockSentinel | undefined
  const keepOn = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock?.request('screen').then(
      (granted) => {
        if (signal.aborted) granted.release().catch(() => {})
        else lock = granted
      },
      () => {},
    )
  }
  document.addEventListener('visibilitychange', keepOn, { signal })
  keepOn()

  return () => {
    ends.abort()
    clearInterval(timer)
    clearTimeout(resting)
    delete room.dataset.resting
    lock?.release().catch(() => {})
  }
}
