'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { fromWork, type ToWork } from './live-messages'
import type { ParameterTexts } from './live-parameters'

interface LiveFrameProps {
  /** The work's page; a token's hash is appended. */
  src: string
  /** The name of the frame. */
  title: string
  ratio: number
  /** The hash to draw: undefined if not known yet, empty for the work's own seed. */
  hash: string | undefined
  /** Whether the work has reported that it is ready. */
  live: boolean
  /** Whether it may run. */
  moving: boolean
  /** The second of the work's time at which it starts: 0 is its finished picture. */
  from?: number
  onReady: () => void
  /** Called with the hash that was drawn, and the second of the work's time. */
  onDrawn: (hash: string | null, time: number) => void
  /** Called with what the hash chose, if the work reports it. */
  onParameters?: (hash: string | null, values: ParameterTexts) => void
}

/** The sandbox of a live work, and the messages to it. */
export function LiveFrame({
  src,
  title,
  ratio,
  hash,
  live,
  moving,
  from = 0,
  onReady,
  onDrawn,
  onParameters,
}: LiveFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The address contains only the first hash, because a new address would reload the work. Later hashes are sent as messages.
  const [first, setFirst] = useState(hash)
  if (first === undefined && hash !== undefined) setFirst(hash)
  const sent = useRef<string | undefined>(undefined)

  const send = useCallback((message: ToWork) => {
    // In its sandbox the work has no origin that could be a target; the messages contain no secrets.
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [])

  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== 'null') return
      const message = fromWork(event.data)
      if (message?.type === 'ready') onReady()
      if (message?.type === 'rendered') onDrawn(message.hash, message.time)
      if (message?.type === 'parameters') onParameters?.(message.hash, message.values)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [onReady, onDrawn, onParameters])

  useEffect(() => {
    if (!live || !hash || (sent.current ?? (from === 0 ? first : undefined)) === hash) return
    send({ type: 'seed', hash, time: from })
    sent.current = hash
  }, [live, hash, first, from, send])

  useEffect(() => {
    if (live) send({ type: moving ? 'resume' : 'pause' })
  }, [live, moving, send])

  if (first === undefined) return null
  return (
    <iframe
      ref={frame}
      src={src + first}
      title={title}
      sandbox="allow-scripts"
      allow=""
      loading="lazy"
      referrerPolicy="no-referrer"
      tabIndex={-1}
      style={{ aspectRatio: ratio }}
    />
  )
}
