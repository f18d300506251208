import type { ReactNode } from 'react'
import * as t from '@/messages/link-page'
import { Failure } from './failure'
import styles from './link-page.module.css'
import { Notice } from './notice'

/** The page of an emailed link. Recordings of visits mask its texts. */
export function LinkPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page} data-private>
      {children}
    </div>
  )
}

/** Shown if the link doesn't exist. `children` replaces the default advice. */
export function InvalidLink({ children = t.invalidLinkHint }: { children?: ReactNode }) {
  return (
    <>
      <h1>{t.invalidLink}</h1>
      <p>{children}</p>
    </>
  )
}

/** Why a decision failed. */
export const Unchanged = ({ problem }: { problem: string }) => (
  <Notice kind="alarm" title={problem}>
    <p>{t.nothingHasChanged}</p>
  </Notice>
)

interface LoadingLinkProps {
  title: string
  /** The loading state of the page. */
  loading: string
  /** Why loading failed, empty if it didn't. */
  problem: string
  retry: () => void
}

/** Shown until the page has loaded the link's request. */
export function LoadingLink({ title, loading, problem, retry }: LoadingLinkProps) {
  return (
    <>
      <h1>{title}</h1>
      {problem ? <Failure problem={problem} retry={retry} /> : <output>{loading}</output>}
    </>
  )
}

/** The heading of an outcome. It gets the focus, because the buttons that led to it have disappeared. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} ref={(element) => element?.focus()}>
      {children}
    </h1>
  )
}
