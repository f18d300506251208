import { announceStart } from '@/features/site/start'

/** The framework tells of the beginning of a navigation only here. */
export const onRouterTransitionStart = announceStart
