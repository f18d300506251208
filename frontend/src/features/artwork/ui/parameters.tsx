import type { ArtworkQuery } from '@/gen/graphql'
import * as t from '@/messages/artwork-live'
import { parameterLabel } from '../parameter-label'
import styles from './details.module.css'

export type Parameter = NonNullable<ArtworkQuery['artwork']>['media'][number]['parameters'][number]

/** The parameters of a live work's algorithm that the artist fixed for all editions. */
export function Parameters({ parameters }: { parameters: Parameter[] }) {
  const fixed = parameters.filter(({ varies }) => varies === null)
  if (fixed.length === 0) return null
  return (
    <>
      <h3 className={styles.sub}>{t.chosenByArtist}</h3>
      <dl className={styles.rows}>
        {fixed.map(({ name, value }) => (
          <div key={name}>
            <dt>{parameterLabel(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
