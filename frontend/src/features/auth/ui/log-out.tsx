'use client'

import { useState } from 'react'
import { logout } from '@/lib/session/session'
import * as t from '@/messages/account'
import { Button } from '@/ui/button'
import styles from './account.module.css'

interface LogOutProps {
  email: string
  /** Shows a message when the session ended here but not at the server. */
  onFailure: (message: string) => void
}

/** Who is logged in, and the button to log out. */
export function LogOut({ email, onFailure }: LogOutProps) {
  const [busy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    try {
      location.assign((await logout()) ?? '/')
    } catch {
      // The failure is already logged, and this browser has forgotten the session.
      onFailure(t.logOutIncomplete)
    }
  }
  return (
    <p className={styles.account}>
      {email && <span>{t.loggedInAs(email)}</span>}
      <Button kind="text" busy={busy} onClick={leave}>
        {t.logOut}
      </Button>
    </p>
  )
}
