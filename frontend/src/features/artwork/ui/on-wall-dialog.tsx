'use client'

import { type CSSProperties, useId, useState } from 'react'
import { useNamedEdition } from '@/lib/edition'
import { useRestored } from '@/lib/restored'
import { useDrawing } from '@/lib/use-edition-source'
import * as t from '@/messages/on-wall'
import { Dialog } from '@/ui/dialog'
import { Edition } from '@/ui/edition'
import { ShownPicture } from '@/ui/picture'
import { useEdition } from '../live-use-edition'
import { dimensionsOf, sides, useWallChoice, type WorkOnWall, walls } from '../on-wall'
import styles from './on-wall.module.css'

interface OnWallDialogProps extends WorkOnWall {
  onClose: () => void
}

/** A work at its size in a drawn room. */
export default function OnWallDialog({ title, picture, live, onClose }: OnWallDialogProps) {
  useRestored(useWallChoice)
  const { storedWallSide: longer, storedWallColor: color } = useWallChoice()
  const [near, setNear] = useState(false)
  const { width, height } = dimensionsOf((picture.width ?? 1) / (picture.height ?? 1), longer)
  const size = t.centimetres(width, height)
  const editions = live?.editions.size ?? 0
  // Like the page, it shows the first editions until one is chosen.
  const chosen = useNamedEdition(editions) !== null || editions === 1
  return (
    // The arrow keys of its choices must not lead to another work.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from the page below
    <div // oxlint-disable-line jsx-a11y/no-static-element-interactions
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Dialog
        open
        wide
        onOpenChange={(open) => open || onClose()}
        title={t.title}
        description={
          <span aria-live="polite" className="figures">
            {t.scale(size)}
          </span>
        }
      >
        <div
          className={styles.scene}
          data-wall={color}
          data-near={near || undefined}
          style={{ '--width': width, '--height': height } as CSSProperties}
        >
          <div className={styles.room}>
            <div className={styles.floor} />
            <div className={styles.work}>
              {live && chosen ? (
                <Hung {...live} alt={t.scene(title, size)} />
              ) : (
                <ShownPicture
                  picture={picture}
                  alt={t.scene(title, size)}
                  sizes="(width >= 768px) 40vw, 60vw"
                  first
                />
              )}
            </div>
            <svg className={styles.person} viewBox="0 0 50 170" aria-hidden="true">
              <ellipse cx="25" cy="11.5" rx="7.6" ry="10.5" />
              <path d={person} />
            </svg>
            <div className={styles.bench} />
          </div>
        </div>
        <div className={styles.choices}>
          <Choice
            legend={t.longerSide}
            options={sides.map((side) => [side, t.side(side)])}
            value={longer}
            onChoose={(side) => useWallChoice.setState({ storedWallSide: side })}
          />
          <Choice
            legend={t.wall}
            options={walls}
            value={color}
            onChoose={(wall) => useWallChoice.setState({ storedWallColor: wall })}
          />
          <Choice
            legend={t.distance}
            options={[
              [false, t.across],
              [true, t.close],
            ]}
            value={near}
            onChoose={setNear}
          />
        </div>
        <p className={styles.note}>{t.noSize}</p>
      </Dialog>
    </div>
  )
}

/** The edition that the viewer of the page shows. */
function Hung({ editions, output, alt }: NonNullable<WorkOnWall['live']> & { alt: string }) {
  const { number, hash } = useEdition(editions, false)
  const { file, here } = useDrawing(editions.artworkId, number, true)
  return (
    <Edition
      {...output}
      number={number}
      file={file}
      src={here ? output.src : undefined}
      hash={hash}
      alt={alt}
      first
    />
  )
}

/** A person in a coat who looks at the work, seen from behind. */
const person =
  'M21 19 L21 27 C14 29 7 30.5 5.5 38 C4 48 3.5 62 4 76 C4.2 83 5 88 7 88 C9 88 9.8 84 10 78 L11.5 58 C12 76 11 92 11.5 112 C11.6 116 13 118 15.5 118 L16 161 C16 164 13 165.5 12.5 169 L23.5 169 L24.4 118 L25.6 118 L26.5 169 L37.5 169 C37 165.5 34 164 34 161 L34.5 118 C37 118 38.4 116 38.5 112 C39 92 38 76 38.5 58 L40 78 C40.2 84 41 88 43 88 C45 88 45.8 83 46 76 C46.5 62 46 48 44.5 38 C43 30.5 36 29 29 27 L29 19 Z'

interface ChoiceProps<Value> {
  legend: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string | number | boolean>({
  legend,
  options,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={label}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
