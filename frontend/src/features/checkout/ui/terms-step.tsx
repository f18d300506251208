import { lazy, Suspense, useEffect } from 'react'
import { countries } from '@/lib/countries'
import { followEtherPrice } from '@/lib/ether-price'
import { formatMoney, type Money } from '@/lib/money'
import * as t from '@/messages/checkout'
import { holdSentence, page } from '@/messages/checkout'
import { Choice, Select } from '@/ui/field'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import { editionOf, emptyGift } from '../model'
import { flagsOf, sendingOf } from '../state'
import type { CheckoutPage } from '../use-checkout-page'
import { useEtherAmount } from '../use-ether-amount'
import styles from './checkout.module.css'
import { HeldUntil } from './held-until'

const GiftFields = lazy(() => import('./gift-fields').then((module) => ({ default: module.GiftFields })))

interface TermsStepProps {
  lang: string
  checkoutPage: CheckoutPage
  editionSize: number
  price: Money | null
  open: boolean
}

/** The price, the data for the invoice, and the terms. Accepting them holds an edition. */
export function TermsStep({ lang, checkoutPage, editionSize, price, open }: TermsStepProps) {
  const { state, checkout, chosen, chainId, holdSeconds, acceptTerms, setCountry, setDelivery, setGift } =
    checkoutPage
  const { step, form } = state
  const { termsAccepted, checkoutInProgress } = flagsOf(state)
  const held = step.name === 'payment'
  const bought = checkout ?? (chosen !== null && { editionNumber: chosen, editionSize })
  // Servers and browsers have different names for some countries, and so a different order.
  const named = useHydrated() ? countries() : []
  // These values are sent when a payment starts.
  const editable =
    open && !checkoutInProgress && (held || step.name === 'terms') && sendingOf(state) !== 'sent'
  return (
    <li className={open ? styles.step : `${styles.step} ${styles.later}`}>
      <h2>{page.terms}</h2>
      {price && <Price price={price} chainId={chainId} edition={bought ? editionOf(bought) : null} />}
      <Select
        label={page.country}
        autoComplete="billing country"
        required
        value={form.billingCountry}
        disabled={!editable}
        onChange={({ target }) => setCountry(target.value)}
        hint={page.countryHint}
      >
        <option value="">{page.chooseCountry}</option>
        {named.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Choice
        label={page.delivery}
        checked={form.immediateDelivery}
        disabled={!editable}
        onChange={({ target }) => setDelivery(target.checked)}
        hint={page.deliveryHint}
      />
      <Choice
        label={page.gift}
        checked={form.gift !== null}
        disabled={!editable}
        onChange={({ target }) => setGift(target.checked ? emptyGift : null)}
      />
      {form.gift && (
        <Suspense>
          <GiftFields gift={form.gift} disabled={!editable} onChange={setGift} />
        </Suspense>
      )}
      <Choice
        label={
          <>
            {t.acceptTerms} <Link href={`/${lang}/terms-and-conditions/`}>{t.termsAndConditions}</Link>
          </>
        }
        checked={termsAccepted}
        disabled={!open || checkoutInProgress || (!held && step.name !== 'terms')}
        onChange={({ target }) => acceptTerms(target.checked)}
        hint={
          'checkout' in step
            ? // The status line says it to screen readers.
              termsAccepted && (
                <span aria-hidden="true" className={styles.holding}>
                  <HeldUntil step={step} />
                </span>
              )
            : holdSentence(holdSeconds)
        }
      />
    </li>
  )
}

/** The complete price, before any button. */
function Price({ price, chainId, edition }: { price: Money; chainId: number; edition: string | null }) {
  const ether = useEtherAmount(price, chainId)
  useEffect(followEtherPrice, [])
  return (
    <dl className={styles.price}>
      {edition && (
        <div>
          <dt>{page.edition}</dt>
          <dd>{edition}</dd>
        </div>
      )}
      <div className={styles.total} id="total">
        <dt>{page.total}</dt>
        <dd>{formatMoney(price)}</dd>
      </div>
      {ether !== null && (
        <div className={styles.quiet}>
          <dt>{page.inEther}</dt>
          <dd>{t.aboutEther(ether)}</dd>
        </div>
      )}
    </dl>
  )
}
