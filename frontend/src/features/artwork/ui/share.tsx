'use client'

import * as t from '@/messages/artwork-actions'
import { Button } from '@/ui/button'
import { useTemporary } from '@/ui/temporary'

const load = () => import('../share')
const warm = () => void load().catch(() => undefined)

interface ShareProps {
  title: string
  text: string
  /** What is shared; without it the page that is open. */
  path?: string
}

/** Shares an address, with code that loads when the button is about to be pressed. */
export function Share({ title, text, path }: ShareProps) {
  const [said, setSaid] = useTemporary('', 4000)
  return (
    <div>
      <Button
        kind="text"
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => load().then(({ share }) => share(title, text, path).then(setSaid), console.warn)}
      >
        {t.share}
      </Button>{' '}
      <span aria-live="polite">{said}</span>
    </div>
  )
}
