export const dynamic = 'force-dynamic'

/** The process answers. */
export const GET = () => new Response('ok\n')
