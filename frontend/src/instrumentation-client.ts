import { keepEarlyErrors } from '@/features/site/early-errors'
import { announceStart } from '@/features/site/start'
import { guardSinks } from '@/features/site/trusted-types'

// Before anything renders or loads a script.
guardSinks()
keepEarlyErrors()

/** Next.js reports the start of a navigation only here. */
export const onRouterTransitionStart = announceStart
