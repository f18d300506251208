'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from './button'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A modal: focus is kept inside, Esc and the scrim close it, focus returns. Load it lazily where it is rare. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.scrim} />
        <Primitive.Content
          className={styles.panel}
          // Stands outside its page's own mark: what is decided here is a person's own.
          data-private
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Primitive.Title className={styles.title}>{title}</Primitive.Title>
          {description && (
            <Primitive.Description className={styles.description}>{description}</Primitive.Description>
          )}
          {children}
          <Primitive.Close className={buttonClass({ kind: 'text', className: styles.close })}>
            Close
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
