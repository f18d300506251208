/** Runs once in each server process, before the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startRevalidation } = await import('@/lib/revalidation/start')
  startRevalidation()
}
