'use client'

import { print } from '@/messages/artwork-certificate'
import { Button } from '@/ui/button'

/** Opens the browser's dialog to print the page. */
export function PrintButton({ className }: { className?: string }) {
  return (
    <Button kind="quiet" className={className} onClick={() => window.print()}>
      {print}
    </Button>
  )
}
