export { useAuth } from '@/lib/session/store'
