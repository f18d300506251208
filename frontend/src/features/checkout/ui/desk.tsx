'use client'

import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { refreshEtherPrice, useEtherPrice } from '@/lib/ether-price'
import { formatEther, formatMoney, type Money, toWei } from '@/lib/money'
import { loginHref, registerHref } from '@/lib/session/links'
import { followStorage } from '@/lib/storage'
import { formatClock, formatRemaining } from '@/lib/time'
import { useCoin } from '@/lib/wallet/coin'
import { Button, buttonClass } from '@/ui/button'
import { Countdown } from '@/ui/countdown'
import { Choice, Select } from '@/ui/field'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import { countries } from '../countries'
import {
  editionOf,
  etherSentence,
  type Gate,
  localTime,
  lockedUntil,
  overSentence,
  statusSentence,
} from '../model'
import { type Method, useDesk } from '../use-desk'
import styles from './checkout.module.css'

export interface Offered {
  id: string
  slug: string
  chainId: number
  editionSize: number
  availability: 'UPCOMING' | 'AVAILABLE' | 'RESERVED' | 'SOLD_OUT' | 'NOT_FOR_SALE'
  price: Money | null
}

interface DeskProps {
  lang: string
  artwork: Offered
  /** Version of the terms that the person accepts. */
  termsVersion: string
  gate: Gate
  /** How the person is known, once they are: name and address. */
  who: string[]
  /** What the person still has to do before they may buy. */
  todo: ReactNode
}

const closed: Partial<Record<Offered['availability'], string>> = {
  SOLD_OUT: 'Every edition of this work is sold. Nothing can be bought here any more.',
  UPCOMING: 'The sale of this work has not started yet.',
  NOT_FOR_SALE: 'This work is not for sale.',
}

/** Three steps on one page: who buys, what it costs, how it is paid. */
export function Desk({ lang, artwork, termsVersion, gate, who, todo }: DeskProps) {
  const here = `/${lang}/artworks/${artwork.slug}/checkout/`
  const desk = useDesk({
    lang,
    artworkId: artwork.id,
    artworkSlug: artwork.slug,
    artworkChainId: artwork.chainId,
    termsVersion,
    gate,
  })
  const { checkout, held, quoted, over, sending, accepted, method, doing } = desk
  // Of nobody, or of somebody without a checkout under way: then what the work is says whether it can be bought.
  const shut = held || !(desk.searched || gate === 'login') ? undefined : closed[artwork.availability]
  const price = checkout?.price ?? artwork.price
  const open = gate === 'open' && !shut
  const choosable = open && !doing
  // A transaction on its way must not be sent a second time: the contract refuses it, and the fee is lost.
  const payable = open && held && accepted && !over && sending !== 'sent'
  return (
    <div className={styles.desk}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h2>You</h2>
          {gate === 'unknown' && who.length === 0 && (
            <p className={styles.looking}>Looking up who you are.</p>
          )}
          {gate === 'login' && shut && (
            <p>
              {shut} <Link href={`/${lang}/artworks/${artwork.slug}/`}>About the work</Link>. If a checkout of
              yours is under way, <Link href={loginHref(lang, here)}>log in</Link> to go on with it.
            </p>
          )}
          {gate === 'login' && !shut && (
            <>
              <p>Log in or create an account to buy. You come back to this page.</p>
              <div className={styles.links}>
                <Link href={loginHref(lang, here)} className={buttonClass()} prefetch={false}>
                  Log in to buy
                </Link>
                <Link
                  href={registerHref(lang, here)}
                  className={buttonClass({ kind: 'quiet' })}
                  prefetch={false}
                >
                  Create an account
                </Link>
              </div>
            </>
          )}
          {who.length > 0 && (
            <p className={styles.who}>
              {who.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </p>
          )}
          {todo}
        </li>
        <li className={open ? styles.step : `${styles.step} ${styles.later}`}>
          <h2>Price and terms</h2>
          {price && (
            <Price
              price={price}
              chainId={desk.chainId}
              edition={checkout && held ? editionOf(checkout) : null}
            />
          )}
          <Billing desk={desk} open={open} />
          <Choice
            label={
              <>
                I accept the <Link href={`/${lang}/terms-and-conditions/`}>terms and conditions</Link>
              </>
            }
            checked={accepted}
            disabled={!open || !desk.searched}
            onChange={({ target }) => desk.accept(target.checked)}
            hint={
              held
                ? // In sight of who has just ticked; the status says it to those who listen.
                  accepted &&
                  !over && (
                    <span aria-hidden="true" className={styles.holding}>
                      <HeldUntil desk={desk} />
                    </span>
                  )
                : 'Accepting holds an edition for you for 15 minutes, so that nobody else can buy it while you pay.'
            }
          />
        </li>
        <li className={open && held ? styles.step : `${styles.step} ${styles.later}`}>
          <h2>Payment</h2>
          <div role="radiogroup" aria-labelledby="method" className={styles.methods}>
            <p id="method" className={styles.legend}>
              Payment method
            </p>
            <MethodChoice
              value="card"
              label="Card"
              now={method}
              open={choosable && !quoted}
              onChange={desk.setMethod}
            >
              {quoted
                ? 'Not while a price in ether is locked, so that nothing is paid twice.'
                : 'You pay on the card provider’s page and come back here.'}
            </MethodChoice>
            <MethodChoice value="ether" label="Ether" now={method} open={choosable} onChange={desk.setMethod}>
              You pay from your own wallet. The price is locked before you confirm; from then on the order can
              neither be paid by card nor be cancelled until the lock ends. The network fee comes on top.
            </MethodChoice>
          </div>
        </li>
      </ol>
      <div className={styles.foot} data-stays={held && !quoted && !over}>
        <Status desk={desk} gate={gate} shut={shut} />
        <Button
          wide
          disabled={!payable}
          busy={doing !== ''}
          onClick={desk.pay}
          aria-describedby={price ? 'total' : undefined}
        >
          <span>
            {method === 'card' ? 'Pay by card' : sending === 'late' ? 'Send it again' : 'Pay with ether'}
            {/* The button keeps the name that people and tests hold on to; who listens hears the sum as what describes it. */}
            {price && <span aria-hidden="true"> · {formatMoney(price)}</span>}
          </span>
        </Button>
      </div>
      {held && !quoted && !over && (
        <Button kind="text" busy={doing !== ''} onClick={desk.cancel}>
          Cancel and give the edition back
        </Button>
      )}
    </div>
  )
}

/** What the invoice needs to know: it decides the tax that the price contains, never the price. */
function Billing({ desk, open }: { desk: DeskState; open: boolean }) {
  // The browser's own country is known in the browser only.
  const hydrated = useHydrated()
  // What is said here goes with the start of a payment; later nobody would hear it.
  const closed = !open || desk.doing !== '' || desk.over || desk.sending === 'sent'
  return (
    <>
      <Select
        label="Billing country"
        autoComplete="billing country"
        value={hydrated ? desk.billingCountry : ''}
        disabled={closed}
        onChange={({ target }) => desk.setCountry(target.value)}
        hint="For the tax on the invoice. The price stays the same."
      >
        {!hydrated && <option value="">Choose a country</option>}
        {hydrated &&
          countries().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
      <Choice
        label="Deliver at once; I know that my right to withdraw from the purchase ends with the delivery"
        checked={desk.immediateDelivery}
        disabled={closed}
        onChange={({ target }) => desk.setImmediateDelivery(target.checked)}
        hint="Optional. The work comes as soon as the payment is final, with this or without. Without it you keep the right to withdraw that the law gives you; with it, we confirm your choice by mail."
      />
    </>
  )
}

interface MethodChoiceProps {
  value: Method
  label: string
  now: Method
  open: boolean
  onChange: (method: Method) => void
  children: ReactNode
}

function MethodChoice({ value, label, now, open, onChange, children }: MethodChoiceProps) {
  return (
    <Choice
      type="radio"
      name="method"
      value={value}
      label={label}
      checked={now === value}
      disabled={!open}
      onChange={() => onChange(value)}
      hint={children}
    />
  )
}

/** All of the price, before any button. */
function Price({ price, chainId, edition }: { price: Money; chainId: number; edition: string | null }) {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  useEffect(() => {
    const stop = followStorage(useEtherPrice)
    refreshEtherPrice()
    return stop
  }, [])
  // The rate is of ether; what another coin comes to is known when the price is locked.
  const wei = rate && coin === 'ETH' ? toWei(price.amount, price.currency, rate) : null
  return (
    <dl className={styles.price}>
      {edition && (
        <div>
          <dt>Edition</dt>
          <dd>{edition}</dd>
        </div>
      )}
      <div className={styles.total} id="total">
        <dt>Total, taxes included</dt>
        <dd>{formatMoney(price)}</dd>
      </div>
      {wei !== null && (
        <div className={styles.quiet}>
          <dt>With ether, plus the network fee</dt>
          <dd>about {formatEther(wei)}</dd>
        </div>
      )}
    </dl>
  )
}

type DeskState = ReturnType<typeof useDesk>

/** "Held for you until 11:56, 14:32 left". What counts down is for the eyes. */
function HeldUntil({ desk: { checkout, receivedAt }, onEnd }: { desk: DeskState; onEnd?: () => void }) {
  if (!checkout) return null
  const until = localTime(checkout.expiresAt, checkout, receivedAt)
  return (
    <>
      Held for you until <time dateTime={checkout.expiresAt}>{formatClock(until)}</time>
      <span aria-hidden="true">
        {', '}
        <Countdown to={until} format={formatRemaining} after="0:00" onEnd={onEnd} /> left
      </span>
    </>
  )
}

/** Says what is happening and for how long. The page's one live region. */
function Status({ desk, gate, shut }: { desk: DeskState; gate: Gate; shut: string | undefined }) {
  const { checkout, held, over, sending, doing, problem, receivedAt, returned } = desk
  const failed =
    !doing &&
    (problem !== '' ||
      sending === 'refused' ||
      checkout?.status === 'payment_failed' ||
      checkout?.status === 'expired')
  const className = [styles.status, failed && styles.alarm].filter(Boolean).join(' ')
  const locked = checkout && lockedUntil(checkout)
  const said = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    // On a phone what became of the payment stands a screen below the heading.
    if (returned) said.current?.scrollIntoView({ block: 'center' })
  }, [returned])
  return (
    <output ref={said} className={className}>
      <span>{doing || problem || sentence(desk, gate, shut, returned)}</span>
      {held && !over && (
        <span className={styles.quiet}>
          <HeldUntil desk={desk} onEnd={desk.look} />
        </span>
      )}
      {locked && (
        <span className={styles.quiet}>
          Price in ether locked until{' '}
          <time dateTime={locked}>{formatClock(localTime(locked, checkout, receivedAt))}</time>. Until then
          this order can neither be paid by card nor be cancelled. If no payment is sent, nothing is charged.
        </span>
      )}
    </output>
  )
}

function sentence(
  { checkout, searched, accepted, quoted, over, sending }: DeskState,
  gate: Gate,
  shut: string | undefined,
  returned: boolean,
): string {
  if (over) return overSentence(quoted)
  if (quoted) return etherSentence(sending)
  if (checkout?.status === 'awaiting_payment' && checkout.paymentMethod === 'ether')
    return 'The locked price has ended, and no payment came. The edition is still held for you: pay by card, or with ether at a fresh price.'
  if (checkout?.status === 'awaiting_payment' && returned) {
    return 'You left the card page before paying. Nothing was charged, and the edition is still held for you.'
  }
  if (checkout?.status === 'awaiting_payment') {
    return 'The card page is open. If you left it, press the button again: nothing was charged so far.'
  }
  if (checkout?.status === 'expired' || checkout?.status === 'cancelled')
    return `${statusSentence(checkout)} ${shut ?? 'Accept the terms again to hold one anew.'}`
  if (checkout && checkout.status !== 'reserved') return statusSentence(checkout)
  if (shut) return shut
  if (gate === 'unknown') return 'One moment.'
  if (gate === 'login') return 'Log in to go on. Nothing is held yet.'
  if (gate === 'verify') return 'Verify your email address to go on. Nothing is held yet.'
  if (gate === 'profile') return 'Complete your profile to go on. Nothing is held yet.'
  if (checkout)
    return accepted
      ? 'An edition is held for you. Choose how to pay.'
      : 'An edition is held for you. Accept the terms to pay.'
  return searched ? 'Accept the terms to hold an edition.' : 'One moment.'
}
