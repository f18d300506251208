import type { ArtworkQuery } from '@/gen/graphql'
import * as t from '@/messages/artwork-live'
import styles from './details.module.css'

type Parameter = NonNullable<ArtworkQuery['artwork']>['media'][number]['parameters'][number]

/** "Head scale" for headScale. */
const label = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The parameters of a live work's algorithm: first those that an edition's seed chooses, then those that the artist fixed. */
export function Parameters({ parameters }: { parameters: Parameter[] }) {
  const varying = parameters.filter(({ varies }) => varies !== null)
  const fixed = parameters.filter(({ varies }) => varies === null)
  return (
    <>
      <List title={t.chosenBySeed} rows={varying.map(({ name, varies }) => [name, varies])} />
      <List title={t.chosenByArtist} rows={fixed.map(({ name, value }) => [name, value])} />
    </>
  )
}

function List({ title, rows }: { title: string; rows: [name: string, value: string | null][] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={styles.sub}>{title}</h3>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{label(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
