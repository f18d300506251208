import type { ReactNode } from 'react'
import { Hang } from '@/features/artwork/ui/hang'
import { DropCard } from '@/features/drop/ui/drop-card'
import type { CuratorQuery } from '@/gen/graphql'
import * as t from '@/messages/curator'
import { frame } from '@/ui/page'
import { Person } from '../../person'

type Curator = NonNullable<CuratorQuery['curator']>

interface CuratorViewProps {
  lang: string
  curator: Omit<Curator, 'artworks' | 'slug'>
  /** The works on this page. */
  artworks: Curator['artworks']['items']
  /** What follows the works: links to more of them. */
  pages?: ReactNode
}

/** A curator as visitors see them: their page, and its preview for staff. */
export function CuratorView({ lang, curator, artworks, pages }: CuratorViewProps) {
  const { drops } = curator
  return (
    <>
      <Person kind="curator" person={curator} above={curator.role ?? t.curator} />
      {drops.length > 0 && (
        <section className={frame.section} aria-labelledby="drops">
          <h2 id="drops">{t.drops}</h2>
          {drops.map((drop) => (
            <DropCard key={drop.id} drop={drop} lang={lang} level={3} showCurator={false} />
          ))}
        </section>
      )}
      {artworks.length > 0 && (
        <section className={frame.section} aria-labelledby="works">
          <h2 id="works">{t.worksChosen}</h2>
          <Hang artworks={artworks} lang={lang} level={3} />
          {pages}
        </section>
      )}
    </>
  )
}
