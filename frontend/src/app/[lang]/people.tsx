import type { CSSProperties } from 'react'
import type { PictureFragment } from '@/gen/graphql'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import styles from './people.module.css'

interface PeopleProps {
  people: {
    id: string
    name: string
    href: string
    /** The line below the name. */
    about: string
    /** Something that the person made or chose, instead of a portrait. */
    picture: PictureFragment | null | undefined
  }[]
}

/** The rows of a list of artists or curators. */
export function People({ people }: PeopleProps) {
  return (
    <div className={styles.rows}>
      {people.map(({ id, name, href, about, picture }, i) => (
        <article key={id} className={styles.row}>
          <div className={styles.name}>
            <h2>
              <Link href={href}>
                <Name>{name}</Name>
              </Link>
            </h2>
            <p className="figures">{about}</p>
          </div>
          {picture && (
            <div className={styles.work} style={{ '--ratio': ratioOf(picture) } as CSSProperties}>
              <Picture media={picture} alt="" sizes="12rem" first={i < 5} />
            </div>
          )}
        </article>
      ))}
    </div>
  )
}
