import { keepEarlyErrors } from '@/features/site/early-errors'
import { announceStart } from '@/features/site/start'

keepEarlyErrors()

/** Next.js reports the start of a navigation only here. */
export const onRouterTransitionStart = announceStart
