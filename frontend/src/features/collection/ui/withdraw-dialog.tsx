'use client'

import { useState } from 'react'
import { actionKey } from '@/lib/api/action-key'
import * as t from '@/messages/withdraw'
import { requestWithdrawal } from '../calls'
import type { Token } from '../model'
import { setTokenStatus } from '../store'
import { WithdrawalForm } from './withdrawal-form'

/** A dialog for the address that receives a token. Nothing is sent before the owner approves it. */
export function WithdrawDialog({
  token,
  bySignature,
  onClose,
}: {
  token: Token
  bySignature: boolean
  onClose: (requested: boolean) => void
}) {
  const [key] = useState(actionKey)
  return (
    <WithdrawalForm
      title={t.title(token.artworkTitle)}
      description={t.explanation(token.editionNumber, bySignature ? t.approveBySignature : t.approveByEmail)}
      actionKey={key}
      request={async (to) => {
        const { status } = await requestWithdrawal(token.tokenId, to, key.of(to))
        setTokenStatus(token.tokenId, status)
        onClose(true)
      }}
      onClose={() => onClose(false)}
    />
  )
}
