import { LinkedGift } from '@/features/gift/ui/linked-gift'
import { title } from '@/messages/gift'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(title)
export default linkedPage(LinkedGift)
