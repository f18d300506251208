'use client'

import { useEffect, useRef, useState } from 'react'
import * as t from '@/messages/room'
import { Button } from '@/ui/button'

/** The recording of a work. It starts with the work if the browser allows that, and the visitor can always start and stop it. */
export function Sound({ src, starts }: { src: string; starts: boolean }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    // Browsers refuse sound on a page that wasn't touched yet.
    if (starts) audio.current?.play().catch(() => undefined)
  }, [starts])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: works without words */}
      <audio // oxlint-disable-line jsx-a11y/media-has-caption
        ref={audio}
        src={src}
        preload={starts ? 'auto' : 'none'}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <Button
        kind="text"
        onClick={() => (playing ? audio.current?.pause() : void audio.current?.play().catch(() => undefined))}
      >
        {playing ? t.stopSound : t.playSound}
      </Button>
    </>
  )
}
