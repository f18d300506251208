import { expect, test } from 'vitest'
import { check } from './form'
import { approvesBySignature, initialsOf, type Profile, rightsOf } from './model'
import { avatarProblem } from './portrait'

const profile = (isProfileCompleted: boolean): Profile => ({
  _id: '1',
  name: '',
  email: 'ada@example.org',
  ownerId: 'a',
  firstName: '',
  lastName: '',
  isProfileCompleted,
  avatar: null,
})
const verified = { email: 'ada@example.org', email_verified: true }
const unverified = { ...verified, email_verified: false }

test.each([
  [null, null, { fullyActivated: false, purchaseAllowed: true, emailVerified: false }],
  [profile(true), null, { fullyActivated: true, purchaseAllowed: true, verificationRequired: false }],
  [
    profile(true),
    unverified,
    { fullyActivated: false, purchaseAllowed: false, resendVerificationAllowed: true },
  ],
  [
    profile(false),
    verified,
    { fullyActivated: false, purchaseAllowed: true, resendVerificationAllowed: false },
  ],
  [profile(true), verified, { fullyActivated: true, purchaseAllowed: true, emailVerified: true }],
])('%#: what may be done', (known, identityUser, want) => {
  expect(rightsOf(known, identityUser, 'token')).toMatchObject(want)
})

test('resending needs an access token', () => {
  expect(rightsOf(null, unverified, null).resendVerificationAllowed).toBe(false)
})

test('a form is trimmed, or its errors are returned', () => {
  expect(check({ firstName: ' Ada ', lastName: 'Lovelace', email: ' ada@example.org ' }).value).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
  })
  expect(check({ firstName: ' ', lastName: 'x'.repeat(101), email: 'ada' }).problems).toEqual({
    firstName: 'Enter your first name.',
    lastName: 'Use at most 100 characters.',
    email: 'Enter an address like ada@example.org.',
  })
})

test('portraits are small still pictures', () => {
  expect(avatarProblem({ size: 10, type: 'image/png' })).toBeNull()
  expect(avatarProblem({ size: 10, type: 'image/svg+xml' })).toContain('PNG')
  expect(avatarProblem({ size: 6_000_000, type: 'image/png' })).toContain('5 MB')
})

test('who has no verified address approves by signature', () => {
  expect(approvesBySignature(null, { email_verified: false })).toBe(true)
  expect(approvesBySignature(null, null)).toBe(true)
  expect(approvesBySignature(unverified, { email_verified: false })).toBe(true)
  // Verified a minute ago: the token doesn't contain it yet.
  expect(approvesBySignature(verified, { email_verified: false })).toBe(false)
  // The identity user could not be read.
  expect(approvesBySignature(null, { email_verified: true })).toBe(false)
})

test.each([
  ['Ada', 'Lovelace', 'AL'],
  ['Ἀσπασία', 'Nguye\u0302\u0303n', 'ἈN'],
  ['e\u0301mile', '“Øre”', 'E\u0301Ø'],
  ['किरण', 'हिमांशु', 'किहि'],
  ['山田', '太郎', '山太'],
  ['대한', '민국', '대민'],
  ['محمد', 'דוד', '\u0645\u05d3'],
  ['👩\u200d🎨 Studio', '🇻🇳', '👩\u200d🎨🇻🇳'],
  ['', '…', ''],
])('the initials of %s %s are %s', (firstName, lastName, initials) => {
  expect(initialsOf({ firstName, lastName })).toBe(initials)
})
