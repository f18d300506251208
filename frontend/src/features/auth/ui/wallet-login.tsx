'use client'

import { useState } from 'react'
import { signInWithWallet } from '@/lib/session/session'
import { problemOf } from '@/lib/wallet/problem'
import { connectWallet, signInMessage } from '@/lib/wallet/wallet'
import { Button } from '@/ui/button'
import { readNonce } from '../calls'

/** Sign-In with Ethereum (EIP-4361): an account without an email address. */
export function WalletLogin({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState('')
  const [problem, setProblem] = useState('')

  async function signIn() {
    setProblem('')
    setStep('Choose a wallet.')
    try {
      const wallet = await connectWallet()
      const nonce = await readNonce()
      setStep('Sign the message in your wallet. It costs nothing and moves nothing.')
      const message = await signInMessage(wallet.address, await wallet.chainId(), nonce, 'Log in to Vitrine.')
      const signature = await wallet.signMessage(message)
      setStep('Logging you in.')
      await signInWithWallet(message, signature)
      onDone()
    } catch (error) {
      setProblem(problemOf(error).message)
      setStep('')
    }
  }

  return (
    <>
      <Button kind="quiet" busy={step !== ''} onClick={signIn}>
        Sign in with Ethereum
      </Button>
      <output hidden={!step && !problem}>{step || problem}</output>
    </>
  )
}
