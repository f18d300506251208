'use client'

import { useAction } from '@/lib/action'
import { useRead } from '@/lib/query'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet } from '@/lib/wallet/wallet'
import { lists } from '@/messages/approval-lists'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { approveBySignature, type PendingApproval } from '../calls'
import { headingOf } from '../model'
import { bySignatureQuery } from '../queries'
import styles from './decision.module.css'
import { Details } from './details'

/** Requests of an account without a verified email address: it signs with a wallet instead of using an emailed link. */
export function SignRequests({ onDecided }: { onDecided?: () => void }) {
  const { data: requests, read } = useRead(bySignatureQuery)
  const { run, busy, problem } = useAction(
    async ({ subjectId, typedData = '' }: PendingApproval) => {
      const wallet = await connectWallet()
      await approveBySignature(subjectId, await wallet.signTypedData(typedData))
    },
    {
      onDone: () => {
        onDecided?.()
        return read()
      },
      // A person who declined may press again immediately.
      onFailed: () => void read(),
      words: (error) => problemOf(error).message,
    },
  )

  if (!requests?.length) return null
  return (
    <section className={styles.sign} aria-label={lists.sign.title}>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {requests.map((request) => (
        <Notice key={request.subjectId} title={headingOf(request.approval)}>
          <Details details={request.approval.details} />
          <p>{lists.sign.explain}</p>
          <Button kind="quiet" busy={busy} onClick={() => run(request)}>
            {lists.sign.button}
          </Button>
        </Notice>
      ))}
    </section>
  )
}
