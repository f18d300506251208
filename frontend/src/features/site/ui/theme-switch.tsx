'use client'

import { useSyncExternalStore } from 'react'
import * as t from '@/messages/site'
import styles from '@/ui/radio-switch.module.css'
import { onTheme, readTheme, setTheme, type Theme, themes } from '../theme'

const labels: Record<Theme, string> = { system: t.system, light: t.light, dark: t.dark }

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onTheme, readTheme, (): Theme => 'system')
  return (
    <fieldset className={styles.switch}>
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
