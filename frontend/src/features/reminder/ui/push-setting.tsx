'use client'

import * as t from '@/messages/push'
import styles from './push-setting.module.css'
import { PushSwitch } from './push-switch'

/** Whether this browser gets notifications, as a section of the profile. */
export function PushSetting() {
  return (
    <section aria-labelledby="notifications-heading">
      <h2 id="notifications-heading">{t.heading}</h2>
      <p className={styles.note}>{t.explanation}</p>
      <PushSwitch />
    </section>
  )
}
