'use client'

import { useState } from 'react'
import { problemOf } from '@/lib/wallet/problem'
import { signInWithEthereum } from '@/messages/auth'
import { Button } from '@/ui/button'
import { logInWithWallet } from '../calls'

interface WalletLoginProps {
  label?: string
  /** The wallets of the expected account; without it, an unknown wallet creates a new account. */
  linked?: string[]
  onDone: () => void
}

/** Sign-In with Ethereum (EIP-4361): an account without an email address. */
export function WalletLogin({ label = signInWithEthereum, linked, onDone }: WalletLoginProps) {
  const [step, setStep] = useState('')
  const [problem, setProblem] = useState('')

  async function signIn() {
    setProblem('')
    try {
      await logInWithWallet(setStep, linked)
      onDone()
    } catch (error) {
      setProblem(problemOf(error).message)
      setStep('')
    }
  }

  return (
    <>
      <Button kind="quiet" busy={step !== ''} onClick={signIn}>
        {label}
      </Button>
      <output hidden={!step && !problem}>{step || problem}</output>
    </>
  )
}
