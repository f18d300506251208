'use client'

import { useSyncExternalStore } from 'react'
import * as t from '@/messages/site'
import { onTheme, readTheme, setTheme, type Theme, themes } from '../theme'
import styles from './footer.module.css'

const labels: Record<Theme, string> = { system: t.system, light: t.light, dark: t.dark }

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onTheme, readTheme, (): Theme => 'system')
  return (
    <fieldset className={styles.theme}>
      <legend>{t.theme}</legend>
      {themes.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
          />
          {labels[value]}
        </label>
      ))}
    </fieldset>
  )
}
