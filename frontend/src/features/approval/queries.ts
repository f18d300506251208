import { ApiError } from '@/lib/api/error'
import { polled } from '@/lib/query'
import { type Approval, listApprovals, listWaiting, readApproval, readLog, type Source } from './calls'
import { isOpen, paceOf } from './model'

/** A request that doesn't exist, or isn't shown to this account. */
type Refused = { refused: 404 | 403; problem: string }

const readOne = (source: Source): Promise<Approval | Refused> =>
  readApproval(source).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403))
      return { refused: error.status, problem: error.message }
    throw error
  })

export const approvalQuery = (source: Source) =>
  polled({
    queryKey: ['approval', source],
    queryFn: () => readOne(source),
    every: (last) => {
      if (last === undefined) return 10_000
      return 'refused' in last || !isOpen(last) ? false : paceOf(last, Date.now())
    },
  })

/** The caller's pending requests that an emailed link approves. */
export const byEmailQuery = polled({
  queryKey: ['approvals', 'email'],
  queryFn: async () =>
    (await listApprovals()).filter(({ bySignature, id }) => !bySignature && id !== undefined),
  every: 10_000,
})

/** The caller's pending requests that a wallet signs. */
export const bySignatureQuery = polled({
  queryKey: ['approvals', 'signature'],
  queryFn: async () =>
    (await listApprovals()).filter(({ bySignature, typedData }) => bySignature && typedData),
  every: 5000,
})

/** The open requests of an approver. */
export const waitingQuery = polled({
  queryKey: ['approvals', 'waiting'],
  queryFn: listWaiting,
  every: 15_000,
})

export const logQuery = (page: number) =>
  polled({ queryKey: ['approvals', 'log', page], queryFn: () => readLog(page), every: 15_000 })
