'use client'

import { useState } from 'react'
import { useRead } from '@/lib/query'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet } from '@/lib/wallet/wallet'
import { messages } from '@/messages/approval'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { approveBySignature, type PendingApproval } from '../calls'
import { headingOf } from '../model'
import { bySignatureQuery } from '../queries'
import styles from './decision.module.css'
import { Details } from './details'

/** Requests of an account without a verified email address: it signs with a wallet instead of using an emailed link. */
export function SignRequests({ onDecided }: { onDecided?: () => void }) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: requests, read } = useRead(bySignatureQuery)

  async function sign({ subjectId, typedData = '' }: PendingApproval) {
    setBusy(true)
    setProblem('')
    try {
      const wallet = await connectWallet()
      await approveBySignature(subjectId, await wallet.signTypedData(typedData))
    } catch (error) {
      // A person who declined may press again immediately.
      setProblem(problemOf(error).message)
      setBusy(false)
      void read()
      return
    }
    onDecided?.()
    await read()
    setBusy(false)
  }

  if (!requests?.length) return null
  return (
    <section className={styles.sign} aria-label={messages.sign.title}>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      {requests.map((request) => (
        <Notice key={request.subjectId} title={headingOf(request.approval)}>
          <Details details={request.approval.details} />
          <p>{messages.sign.explain}</p>
          <Button kind="quiet" busy={busy} onClick={() => sign(request)}>
            {messages.sign.button}
          </Button>
        </Notice>
      ))}
    </section>
  )
}
