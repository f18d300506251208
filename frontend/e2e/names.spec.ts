import type { Page } from '@playwright/test'
import { encodeFunctionData, type Hex, namehash, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { becomeBuyer, buyByCard, expect, logIn, test, workFor } from './fixtures'
import { linkIn } from './mailbox'
import { settings } from './settings'
import { reader } from './wallet'

const names = parseAbi(['function setAddr(bytes32 node, address target)'])
const tokens = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)'])

/** Anvil's account 9 owns the local registry; the node signs for it. */
const registrar = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Points a name of the local chain to an address, and waits until that is in a block. */
async function point(name: string, target: Hex) {
  const config = (await (await fetch(`${settings.baseURL}/api/config`)).json()) as {
    names: { registry: Hex }
  }
  const data = encodeFunctionData({ abi: names, functionName: 'setAddr', args: [namehash(name), target] })
  const hash = (await reader().request({
    method: 'eth_sendTransaction' as never,
    params: [{ from: registrar, to: config.names.registry, data }] as never,
  })) as Hex
  await reader().waitForTransactionReceipt({ hash, timeout: settings.patience })
}

const newAddress = () => privateKeyToAddress(generatePrivateKey())
const newName = () => `journey-${crypto.randomUUID().slice(0, 8)}.eth`

/** Opens the dialog that withdraws a token of a work. */
async function openDialog(page: Page, title: string) {
  await page.goto('/en/profile/collection/')
  const token = page.getByRole('article').filter({ hasText: title })
  const withdraw = token.getByRole('button', { name: 'Withdraw', exact: true })
  await expect(withdraw).toBeEnabled({ timeout: settings.patience })
  await withdraw.click()
  return token
}

// First in its file: journeys of the artist's payouts, in a later file, need the form that this one uses and releases.
test('an artist requests a payout wallet by its name: its address is shown, confirmed and mailed', {
  tag: '@all',
}, async ({ page, mailbox }) => {
  const name = newName()
  const [first, second] = [newAddress(), newAddress()]
  await point(name, first)
  const artist = { email: 'artist@example.org', password: 'vitrine' }
  await logIn(page, artist)
  await page.goto('/en/profile/payout-wallet/')
  const field = page.getByLabel('Wallet address')
  const submit = page.getByRole('button', { name: 'Request this wallet' })
  const problem = page.getByRole('main').getByRole('alert')
  await field.fill(newName())
  await submit.click()
  await expect(problem).toContainText('doesn’t point to an Ethereum address')
  await field.fill(name)
  await expect(page.getByText(`${name} → ${first}`)).toBeVisible()
  await page.getByLabel('This is the right address').check()
  // Resolved again by the server: another address than the confirmed one is refused.
  await point(name, second)
  await submit.click()
  await expect(problem).toContainText('points to another address now')
  await page.getByLabel('This is the right address').check()
  await submit.click()
  await expect(page.getByText('A change is in progress')).toBeVisible()
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').filter({ hasText: name })
  await expect(change).toContainText(second)
  const mail = await mailbox.waitFor(artist.email, new RegExp(`${name}[^]*/approve-payout-wallet-update/`))
  expect(mail.Text).toContain(second)
  // Others of this artist's journeys need the form.
  await page
    .getByRole('button', { name: /Cancel/ })
    .first()
    .click()
  await expect(page.getByText('A change is in progress')).toHaveCount(0)
})

test('a withdrawal to a name: its address is shown, confirmed, approved and used', { tag: '@all' }, async ({
  page,
  mailbox,
}) => {
  const work = await workFor(21)
  const name = newName()
  const [first, second, third] = [newAddress(), newAddress(), newAddress()]
  await point(name, first)
  const { email } = await becomeBuyer(page, mailbox)
  await buyByCard(page, work)
  const token = await openDialog(page, work.title)
  const field = page.getByLabel('Wallet address')
  const submit = page.getByRole('dialog').getByRole('button', { name: /withdrawal/i })

  await test.step('an unknown name', async () => {
    await field.fill(newName())
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('doesn’t point to an Ethereum address')
  })
  await test.step('an address that nobody confirmed is not sent', async () => {
    await field.fill(name.toUpperCase())
    await expect(page.getByRole('dialog')).toContainText(`${name} → ${first}`)
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('confirm')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  await test.step('the name changes before the request', async () => {
    await page.getByLabel('This is the right address').check()
    await point(name, second)
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('points to another address now')
    await expect(page.getByRole('dialog')).toContainText(`${name} → ${second}`)
    await expect(page.getByLabel('This is the right address')).not.toBeChecked()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByLabel('This is the right address').check()
  const requested = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/api/withdrawals' && response.request().method() === 'POST',
  )
  await submit.click()
  const { tokenId } = (await (await requested).json()) as { tokenId: string }
  await expect(token).toContainText('Waiting for your approval')

  await test.step('the email and the page show name and address', async () => {
    const mail = await mailbox.waitFor(email, /approve-token-withdrawal/)
    expect(mail.Text).toContain(name)
    expect(mail.Text).toContain(second)
    await page.goto('/en/')
    await page.goto(linkIn(mail, /approve-token-withdrawal\/?#/))
    await expect(page.getByRole('main')).toContainText(name)
    await expect(page.getByRole('main')).toContainText(second)
  })
  await test.step('a later change of the name moves nothing', async () => {
    await point(name, third)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status')).toContainText('Approved')
    const config = (await (await fetch(`${settings.baseURL}/api/config`)).json()) as {
      chains: { tokenContract: Hex }[]
    }
    await expect
      .poll(
        () =>
          reader().readContract({
            address: config.chains[0]!.tokenContract,
            abi: tokens,
            functionName: 'ownerOf',
            args: [BigInt(tokenId)],
          }),
        { timeout: settings.patience },
      )
      .toBe(second)
  })
  await page.goto('/en/profile/withdrawals/')
  const moved = page.getByRole('listitem').filter({ hasText: second })
  await expect(moved).toContainText(name)
})
