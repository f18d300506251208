'use client'

import { may } from '@/lib/session/roles'
import * as t from '@/messages/desk-phases'
import { Link } from '@/ui/link'
import { dropsHref } from '../model'
import styles from './desk.module.css'
import { Drops } from './drops'
import { Order } from './order'
import { Orders } from './orders'
import { Schedule } from './schedule'
import { Today } from './today'

interface DeskProps {
  lang: string
  order?: string
  /** The drop whose phases are shown; empty for all drops. */
  drop?: string
  roles: string[] | undefined
}

/**
 * The start page of staff: today and all orders; or one order, or the phases of drops. Only those who decide about money see what
 * decides about it.
 */
export function Desk({ lang, order, drop, roles }: DeskProps) {
  const decides = may(roles, 'finance')
  if (order) return <Order key={order} lang={lang} id={order} decides={decides} />
  const plans = may(roles, 'content', 'finance')
  if (drop && plans) return <Schedule key={drop} lang={lang} id={drop} />
  if (plans && (drop !== undefined || !may(roles, 'support', 'finance'))) return <Drops lang={lang} />
  return (
    <>
      {plans && (
        <p className={styles.section}>
          <Link href={dropsHref(lang)}>{t.dropsLink}</Link>
        </p>
      )}
      <Today lang={lang} decides={decides} />
      <Orders lang={lang} />
    </>
  )
}
