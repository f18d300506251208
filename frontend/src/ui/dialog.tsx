'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import * as t from '@/messages/ui'
import { buttonClass } from './button'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A modal dialog: it traps focus, Esc and the backdrop close it, and focus returns. Load it lazily where it is rarely used. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.scrim} />
        <Primitive.Content
          className={styles.panel}
          // Rendered outside the page's masking marker, so mask it here: dialogs contain personal data.
          data-private
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
