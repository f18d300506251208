'use client'

import { Behaviours as SiteBehaviours } from '@/features/site/ui/behaviours'

const followProfile = async (tell: (id: string) => void) =>
  (await import('@/features/profile/follow')).followProfile(tell)

export const Behaviours = () => <SiteBehaviours followProfile={followProfile} />
