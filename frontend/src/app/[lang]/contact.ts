import 'server-only'
import { getPage } from '@/features/page/data'
import { addressIn } from '@/lib/contact'

/** The address for a question: an email with its subject to the address on the support page, or that page if it has none. */
export async function contactHref(lang: string, subject: string) {
  const address = addressIn((await getPage('support'))?.body ?? '')
  return address ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : `/${lang}/support/`
}
