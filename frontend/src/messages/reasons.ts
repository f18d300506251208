import type { ErrorCode } from '@/lib/api/error'

/** Texts: why the server refused something. A new reason of the contract doesn’t compile until it is in one of the two lists. */

/** Refuses a reason that the contract doesn’t have. */
type InContract<R extends ErrorCode> = R

/** Only the REST API sends these, with a message for people that says what, when or how much. Pages show that message. */
type WithMessage = InContract<
  | 'unknown'
  | 'account_blocked'
  | 'action_not_possible'
  | 'alert_expired'
  | 'already_decided'
  | 'already_sent'
  | 'already_verified'
  | 'approval_expired'
  | 'auction_ended'
  | 'auction_started'
  | 'avatar_too_large'
  | 'body_too_large'
  | 'card_active'
  | 'card_unavailable'
  | 'chain_halted'
  | 'chain_unavailable'
  | 'clock_skew'
  | 'code_invalid'
  | 'collector_name_taken'
  | 'counting'
  | 'currency_unsupported'
  | 'drop_open'
  | 'edition_available'
  | 'edition_taken'
  | 'edition_unavailable'
  | 'email_unverified'
  | 'emails_off'
  | 'ether_sent'
  | 'expired'
  | 'export_too_long'
  | 'gift_address_waits'
  | 'gift_email_limit'
  | 'gift_ended'
  | 'gift_not_ready'
  | 'gift_on_hold'
  | 'gift_waiting'
  | 'hold_expired'
  | 'idempotency_key_required'
  | 'idempotency_key_reused'
  | 'internal'
  | 'invalid'
  | 'invalid_dpop_proof'
  | 'invalid_picture'
  | 'invalid_token'
  | 'last_way_in'
  | 'maintenance'
  | 'malformed'
  | 'method_not_allowed'
  | 'name_changed'
  | 'name_not_found'
  | 'name_service_unavailable'
  | 'name_service_unsupported'
  | 'no_email'
  | 'no_identity_user'
  | 'no_passkey'
  | 'no_session_key'
  | 'not_cancellable'
  | 'not_for_sale'
  | 'not_in_vault'
  | 'not_minted'
  | 'not_paid'
  | 'not_payable'
  | 'not_refunded'
  | 'nothing_to_withdraw'
  | 'other_edition_held'
  | 'own_account'
  | 'own_gift'
  | 'passkey_invalid'
  | 'payout_below_minimum'
  | 'payout_pending'
  | 'payout_too_soon'
  | 'payouts_frozen'
  | 'payouts_not_offered'
  | 'phase_cap_reached'
  | 'phase_entry_used'
  | 'phase_not_eligible'
  | 'phase_not_open'
  | 'phase_overlap'
  | 'phase_paused'
  | 'phase_sold'
  | 'price_changed'
  | 'price_unavailable'
  | 'profile_incomplete'
  | 'provider_unavailable'
  | 'push_off'
  | 'quote_active'
  | 'recording_full'
  | 'refund_limit_reached'
  | 'refund_request_expired'
  | 'refund_requested'
  | 'refused'
  | 'request_in_flight'
  | 'resend_limit'
  | 'sale_ended'
  | 'sale_not_started'
  | 'sales_closed'
  | 'second_person_needed'
  | 'secret_in_path'
  | 'secret_required'
  | 'several_networks'
  | 'signature_invalid'
  | 'siwe_invalid'
  | 'statement_too_long'
  | 'token_expired'
  | 'token_frozen'
  | 'token_left_vault'
  | 'token_minting'
  | 'token_withdrawing'
  | 'too_many_email_changes'
  | 'too_many_favorites'
  | 'too_many_holds'
  | 'too_many_mails'
  | 'too_many_passkeys'
  | 'too_many_reminders'
  | 'too_many_requests'
  | 'too_many_unpaid_holds'
  | 'too_many_walls'
  | 'unavailable'
  | 'unsupported_chain'
  | 'unsupported_media_type'
  | 'unverified_holds'
  | 'upgrade_not_supported'
  | 'use_dpop_nonce'
  | 'wallet_taken'
  | 'withdrawal_pending'
>

/** What pages say about a refusal of the data API, unless one has its own sentence. */
export const reasons: Record<Exclude<ErrorCode, WithMessage>, string> = {
  artist_ambiguous: 'This account is linked to more than one artist. Contact us to correct it.',
  artist_taken: 'This artist is linked to another account. End that link first.',
  artist_unpublished: 'It isn’t on the site yet: its artist isn’t published. Publish the artist first.',
  conflict: 'This changed in the meantime, so nothing was saved. Reload the page to see what changed.',
  drop_selling:
    'It’s still on the site: its artworks are on sale right now. Wait until the drop has ended, or unpublish the artworks first.',
  drop_sold:
    'It’s still on the site, and it has to stay: editions of its artworks were sold or are reserved, and their buyers’ orders refer to it.',
  drop_unpublished: 'It isn’t on the site yet: its drop isn’t published. Publish the drop first.',
  forbidden: 'Your account isn’t allowed to do this. Nothing was changed.',
  has_published_artworks: 'It’s still on the site: its published artworks need it. Unpublish them first.',
  not_found: 'This doesn’t exist any more.',
  own_decision: 'Nothing was changed: this is about you or your own work, so someone else must decide.',
  page_needed: 'It’s still on the site, and it has to stay: every page links to it.',
  passkey_required: 'Nothing was changed: confirm it’s you with your passkey. Then repeat this.',
  proofs_unavailable:
    'This gallery can’t prove live works at the moment, so this one can’t be submitted. Contact us about it. Your work is saved.',
  recent_login_required: 'Nothing was changed: log in again to confirm it’s you. Then repeat this.',
  session_gone: 'Your session has ended. Log in again, and your changes will still be here.',
  too_many_drafts: 'You have 50 drafts, which is the most. Delete one, then save this again.',
  unauthenticated: 'You’re logged out. Log in, and your changes will still be here.',
}

/** The sentence for a reason: the page’s own, or the one above. */
export const sentenceOf = (reason: unknown, own: Partial<Record<ErrorCode, string>>): string | undefined =>
  typeof reason === 'string' ? ({ ...reasons, ...own } as Record<string, string>)[reason] : undefined
