import { Decision } from '@/features/approval/ui/decision'
import { approveAPayoutWallet as title } from '@/messages/approval'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(title)
export default linkedPage(({ lang }) => (
  <Decision lang={lang} path={`/${lang}/payout-wallet-approve-page/`} title={title} />
))
