import { StopEmails } from '@/features/email-settings/ui/stop-emails'
import { title } from '@/messages/email-settings'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(title)
export default linkedPage(StopEmails)
