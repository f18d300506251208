import * as t from '@/messages/checkout'
import { page } from '@/messages/checkout'
import { Choice } from '@/ui/field'
import { canRelease, type Method } from '../state'
import type { CheckoutPage } from '../use-checkout-page'
import styles from './checkout.module.css'

/** How it is paid. */
export function PaymentStep({ checkoutPage, open }: { checkoutPage: CheckoutPage; open: boolean }) {
  const { state, quoted, setMethod } = checkoutPage
  const held = state.step.name === 'payment'
  const choosable = open && (held || state.step.name === 'terms')
  const choice = (value: Method, label: string, hint: string, enabled: boolean) => (
    <Choice
      type="radio"
      name="method"
      value={value}
      label={label}
      checked={state.form.method === value}
      disabled={!enabled}
      onChange={() => setMethod(value)}
      hint={hint}
    />
  )
  return (
    <li className={open && held ? styles.step : `${styles.step} ${styles.later}`}>
      <h2>{page.payment}</h2>
      <div role="radiogroup" aria-labelledby="method" className={styles.methods}>
        <p id="method" className={styles.legend}>
          {page.method}
        </p>
        {choice(
          'card',
          t.card,
          quoted ? page.cardAfterEther : page.cardHint,
          choosable && (!held || canRelease(state)),
        )}
        {choice('ether', t.ether, page.etherHint, choosable)}
      </div>
    </li>
  )
}
