'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/ui/skeleton'

const loading = () => <Skeleton height="18rem" />

/** The studio, loaded for artists only. */
export const Studio = dynamic(() => import('./studio').then((module) => module.Studio), {
  ssr: false,
  loading,
})

/** The review of what artists submit, loaded for staff only. */
export const Review = dynamic(() => import('./review').then((module) => module.Review), {
  ssr: false,
  loading,
})
