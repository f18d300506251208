import * as t from '@/messages/ui'
import { Button } from './button'
import { Notice } from './notice'

/** An error while loading, with a retry button if `retry` is given. */
export function Failure({ problem, retry }: { problem: string; retry?: () => void }) {
  return (
    <Notice kind="alarm" title={problem}>
      {retry && (
        <Button kind="text" onClick={retry}>
          {t.tryAgain}
        </Button>
      )}
    </Notice>
  )
}
