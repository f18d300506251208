export const dynamic = 'force-dynamic'

/** The process responds. */
export const GET = () => new Response('ok\n')
