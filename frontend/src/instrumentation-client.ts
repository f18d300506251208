import { announceStart } from '@/features/site/start'

/** Next.js reports the start of a navigation only here. */
export const onRouterTransitionStart = announceStart
