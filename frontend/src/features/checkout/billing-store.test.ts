// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { announce } from '@/lib/session/events'
import { rememberCountry, rememberedCountry, useBilling } from './billing-store'

beforeEach(() => {
  localStorage.clear()
  useBilling.setState({ country: '' })
})

test('the country is remembered in this browser, and not guessed', () => {
  expect(rememberedCountry()).toBe('')
  rememberCountry('DE')
  expect(rememberedCountry()).toBe('DE')
  expect(JSON.parse(localStorage.getItem('vitrine.billing')!).state).toEqual({ country: 'DE' })
  rememberCountry('XX')
  expect(rememberedCountry()).toBe('DE')
})

test('a logout removes it', () => {
  rememberCountry('DE')
  announce('ended')
  expect(rememberedCountry()).toBe('')
})
