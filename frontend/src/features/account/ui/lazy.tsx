'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/ui/skeleton'

/** Loaded on the page that shows it only. */
export const YourData = dynamic(() => import('./your-data').then((module) => module.YourData), {
  ssr: false,
  loading: () => <Skeleton height="12rem" />,
})
