import { LinkedChange } from '@/features/email-change/ui/linked-change'
import { title } from '@/messages/email-change'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(title)
export default linkedPage(LinkedChange)
