import { Button } from './button'
import { Notice } from './notice'

/** What could not be loaded, and, where `retry` is there, the way to try it again. */
export function Failure({ problem, retry }: { problem: string; retry?: () => void }) {
  return (
    <Notice kind="alarm" title={problem}>
      {retry && (
        <Button kind="text" onClick={retry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
