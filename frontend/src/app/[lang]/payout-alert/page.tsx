import { PayoutAlert } from '@/features/payout/ui/alert'
import { stopChangeTitle } from '@/messages/payout-alert'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(stopChangeTitle)
export default linkedPage(PayoutAlert)
