import { AccountDeletion } from '@/features/account/ui/account-deletion'
import { deleteAccount } from '@/messages/account-data'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(deleteAccount)
export default linkedPage(AccountDeletion)
