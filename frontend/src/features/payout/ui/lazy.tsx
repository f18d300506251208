'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/ui/skeleton'

/** The page of sales and payouts, loaded for artists only. */
export const Payouts = dynamic(() => import('./payouts').then((module) => module.Payouts), {
  ssr: false,
  loading: () => <Skeleton height="18rem" />,
})
