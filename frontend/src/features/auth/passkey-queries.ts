import { polled } from '@/lib/query'
import { listPasskeys } from './passkeys'

/** Apart from the other queries, because its module loads the code of passkeys. */
export const passkeysQuery = polled({ queryKey: ['passkeys'], queryFn: listPasskeys, every: 30_000 })
