'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/ui/skeleton'

/** Loaded only on the page that shows it. */
export const YourData = dynamic(() => import('./your-data').then((module) => module.YourData), {
  ssr: false,
  loading: () => <Skeleton height="12rem" />,
})
