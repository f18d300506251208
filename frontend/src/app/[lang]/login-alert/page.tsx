import { LoginAlert } from '@/features/auth/ui/login-alert'
import { reportLogin } from '@/messages/security'
import { linkedMetadata, linkedPage, onFirstRequest } from '../linked-page'

export const generateStaticParams = onFirstRequest
export const metadata = linkedMetadata(reportLogin)
export default linkedPage(LoginAlert)
