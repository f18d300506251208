'use client'

import { Behaviours as SiteBehaviours } from '@/features/site/ui/behaviours'

const onProfile = async (callback: (id: string) => void) =>
  (await import('@/features/profile/on-profile')).onProfile(callback)

export const Behaviours = () => <SiteBehaviours onProfile={onProfile} />
