import * as t from '@/messages/artwork-live'
import { useChosen } from '../live-chosen'
import { parameterLabel } from '../parameter-label'
import styles from './details.module.css'
import type { Parameter } from './parameters'

interface ChosenBySeedProps {
  /** What seeds choose from, A to Z. */
  varying: Parameter[]
  /** The edition's hash, once it is known. */
  hash: string | undefined
}

/** The values that the seed of an edition chose, as the running work reports them, beside the possible values. */
export function ChosenBySeed({ varying, hash }: ChosenBySeedProps) {
  const chosen = useChosen(hash)
  const ranges = new Map(varying.map(({ name, varies }) => [name, varies]))
  const names = [...new Set([...ranges.keys(), ...(chosen?.keys() ?? [])])].sort()
  if (names.length === 0) return null
  return (
    <>
      <h3 className={styles.sub}>{t.chosenBySeed}</h3>
      <dl className={styles.rows}>
        {names.map((name) => {
          const value = chosen?.get(name)
          const range = ranges.get(name)
          return (
            <div key={name}>
              <dt>{parameterLabel(name)}</dt>
              <dd>
                {value ?? range}
                {value && range && <small>{t.chosenFrom(range)}</small>}
              </dd>
            </div>
          )
        })}
      </dl>
      {!chosen && <p className={styles.note}>{t.runToSeeChoices}</p>}
    </>
  )
}
