'use client'

import styles from './footer.module.css'
import { ThemeSwitch } from './theme-switch'
import { Version } from './version'

export const FooterSwitches = () => (
  <>
    <ThemeSwitch />
    <p className={styles.version}>
      <Version />
    </p>
  </>
)
