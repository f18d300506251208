import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button'
import styles from './file-button.module.css'

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  onChoose: (file: File) => void
  /** The text of the button. */
  children: ReactNode
}

/** Chooses a file. The browser's own input covers the button unseen, so keyboards, screen readers and dropped files reach it. */
export function FileButton({ onChoose, children, ...input }: FileButtonProps) {
  return (
    <label className={buttonClass({ kind: 'quiet', className: styles.button })}>
      {children}
      <input
        {...input}
        type="file"
        className={styles.input}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = '' // so that the same file can be chosen again
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
