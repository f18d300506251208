import { Button } from './button'

interface StepButtonsProps {
  /** What is shown, from 0. */
  at: number
  count: number
  go: (i: number) => void
  words: { previous: string; next: string; place: (number: number, count: number) => string }
}

/** The buttons to what comes before and after, and where one is. At an end they stay, so that the keyboard's focus does. */
export function StepButtons({ at, count, go, words }: StepButtonsProps) {
  return (
    <>
      <Button kind="text" aria-keyshortcuts="ArrowLeft" aria-disabled={at === 0} onClick={() => go(at - 1)}>
        {words.previous}
      </Button>
      <p className="figures" aria-hidden="true">
        {words.place(at + 1, count)}
      </p>
      <Button
        kind="text"
        aria-keyshortcuts="ArrowRight"
        aria-disabled={at === count - 1}
        onClick={() => go(at + 1)}
      >
        {words.next}
      </Button>
    </>
  )
}
