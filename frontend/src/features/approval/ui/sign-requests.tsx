'use client'

import { useState } from 'react'
import { usePoll } from '@/lib/use-poll'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet } from '@/lib/wallet/wallet'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { approveBySignature, listApprovals, type PendingApproval } from '../calls'
import { headingOf } from '../model'
import styles from './decision.module.css'
import { Details } from './details'

async function readRequests() {
  try {
    return (await listApprovals()).filter(({ bySignature, typedData }) => bySignature && typedData)
  } catch (error) {
    // The page around it tells of a house that cannot be reached.
    console.warn('Open approvals could not be read', error)
    throw error
  }
}

/** Requests of an account without a verified email address: its wallet signs instead of a mailed link. */
export function SignRequests({ onDecided }: { onDecided?: () => void }) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { answer: requests, look } = usePoll(readRequests, 5000)

  async function sign({ subjectId, typedData = '' }: PendingApproval) {
    setBusy(true)
    setProblem('')
    try {
      const wallet = await connectWallet()
      await approveBySignature(subjectId, await wallet.signTypedData(typedData))
    } catch (error) {
      // Whoever declined may press again at once.
      setProblem(problemOf(error).message)
      setBusy(false)
      look()
      return
    }
    onDecided?.()
    await look()
    setBusy(false)
  }

  if (!requests?.length) return null
  return (
    <section className={styles.sign} aria-label="Waiting for your signature">
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {requests.map((request) => (
        <Notice key={request.subjectId} title={headingOf(request.approval)}>
          <Details details={request.approval.details} />
          <p>
            Your wallet signs that you want this. The signature costs nothing and is good for this one
            request.
          </p>
          <Button kind="quiet" busy={busy} onClick={() => sign(request)}>
            Approve with your wallet
          </Button>
        </Notice>
      ))}
    </section>
  )
}
