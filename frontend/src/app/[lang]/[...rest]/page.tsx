import { notFound } from 'next/navigation'

/** Every address that no other route takes: a true 404 in the frame of the house. */
export default function Page(): never {
  notFound()
}
