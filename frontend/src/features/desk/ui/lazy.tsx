'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/ui/skeleton'

/** The desk, loaded for staff only. */
export const Desk = dynamic(() => import('./desk').then((module) => module.Desk), {
  ssr: false,
  loading: () => <Skeleton height="18rem" />,
})
