'use client'

import { Dialog as Primitive } from 'radix-ui'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import * as t from '@/messages/ui'
import { buttonClass } from './button'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** As wide as the window allows, for pictures. */
  wide?: boolean
  /** CSS pixels that its content is wide, where the window allows. */
  contentWidth?: number
  children: ReactNode
}

/** A modal dialog: it traps focus, Esc and the backdrop close it, and focus returns. Load it lazily where it is rarely used. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide = false,
  contentWidth,
  children,
}: DialogProps) {
  const opener = useRef<Element>(null)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.scrim} />
        <Primitive.Content
          className={styles.panel}
          data-wide={wide || undefined}
          data-fits={contentWidth === undefined ? undefined : ''}
          style={{ '--content': contentWidth && `${contentWidth}px` } as CSSProperties}
          // It is rendered outside the page's masked element, so mask it here: dialogs contain personal data.
          data-private
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            // The primitive returns the focus only to its own trigger. If a page has already moved it, it stays there.
            event.preventDefault()
            if (document.activeElement !== document.body) return
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Primitive.Title className={styles.title}>{title}</Primitive.Title>
          {description && (
            <Primitive.Description className={styles.description}>{description}</Primitive.Description>
          )}
          {children}
          <Primitive.Close className={buttonClass({ kind: 'text', className: styles.close })}>
            {t.close}
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
