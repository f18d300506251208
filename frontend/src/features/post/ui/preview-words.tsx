import type { ReactNode } from 'react'
import * as t from '@/messages/preview'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'

export const Loading = () => (
  <div className={frame.head} aria-busy="true">
    <h1>{t.preview}</h1>
    <Skeleton height="12rem" />
  </div>
)

export const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={frame.head} aria-live="polite">
    <h1>{title}</h1>
    <p className={frame.lead}>{children}</p>
  </div>
)
