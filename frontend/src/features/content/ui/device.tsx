'use client'

import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import * as t from '@/messages/content'
import radio from '@/ui/radio-switch.module.css'
import { trustedHTML } from '@/ui/trusted-html'
import styles from './device.module.css'

/** The screens that a preview is shown on, in CSS pixels. */
const screens = { phone: [390, 844], desktop: [1440, 900] } as const
type Screen = keyof typeof screens

/** The width of the frame's border, in CSS pixels. */
const border = 1

interface DeviceProps {
  children: ReactNode
  /** Shows another page of what is listed, instead of following a link with `?page=`. */
  onPage?: (page: number) => void
}

/** A page as it looks on a phone or on a desktop. It is a separate document, so that its media queries follow that screen. */
export function Device({ children, onPage }: DeviceProps) {
  const name = useId()
  const box = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState<Screen>(() => (window.innerWidth < 900 ? 'phone' : 'desktop'))
  const [space, setSpace] = useState(0)
  const [body, setBody] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSpace(entry?.contentRect.width ?? 0))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (body ? mirrorStyles(body.ownerDocument) : undefined), [body])

  const [width, height] = screens[screen]
  const scale = space ? Math.min(1, (space - 2 * border) / width) : 1
  return (
    <div ref={box} className={styles.device}>
      <fieldset className={radio.switch}>
        <legend>{t.screen}</legend>
        {(Object.keys(screens) as Screen[]).map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={screen === choice} onChange={() => setScreen(choice)} />
            {t.screens[choice]}
          </label>
        ))}
      </fieldset>
      <div className={styles.space} style={{ width: width * scale, height: height * scale }}>
        <iframe
          ref={open}
          title={t.previewOn[screen]}
          className={styles.screen}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={({ currentTarget: { contentDocument } }) => {
            // The empty document before it has no doctype.
            if (contentDocument?.doctype) setBody(contentDocument.body)
          }}
        />
      </div>
      {body && createPortal(<div onClickCapture={(event) => stay(event, onPage)}>{children}</div>, body)}
    </div>
  )
}

function open(frame: HTMLIFrameElement | null) {
  if (frame) frame.srcdoc = trustedHTML('<!doctype html><html><body></body></html>')
}

/** Links and buttons of a preview lead nowhere, except to other pages of its list. */
function stay(event: MouseEvent, onPage: DeviceProps['onPage']) {
  const control = (event.target as Element).closest('a, button, input')
  if (!control) return
  event.preventDefault()
  event.stopPropagation()
  const page = Number(/\?page=(\d+)$/.exec(control.getAttribute('href') ?? '')?.[1])
  if (!page || !onPage) return
  onPage(page)
  control.ownerDocument.defaultView?.scrollTo(0, 0)
}

/** Keeps the style sheets and the attributes of another document's root as they are in this one. Parts that load later bring their own styles. */
function mirrorStyles(to: Document) {
  const { head, documentElement } = document
  const copied = new Set<Element>()
  const copy = () => {
    for (const { name, value } of documentElement.attributes) to.documentElement.setAttribute(name, value)
    for (const sheet of head.querySelectorAll('link[rel="stylesheet"], style')) {
      if (copied.has(sheet)) continue
      copied.add(sheet)
      to.head.append(to.importNode(sheet, true))
    }
  }
  const observer = new MutationObserver(copy)
  observer.observe(head, { childList: true })
  observer.observe(documentElement, { attributes: true })
  copy()
  return () => observer.disconnect()
}
