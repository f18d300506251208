import { expect, test } from 'vitest'
import { storageKey } from '@/lib/storage'
import { consentKey, themeKey } from './theme-script'

test('the script reads the keys of the stores', () => {
  expect(themeKey).toBe(storageKey('theme'))
  expect(consentKey).toBe(storageKey('consent'))
})
