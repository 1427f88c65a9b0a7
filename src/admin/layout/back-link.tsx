import { useOffice } from '../office.tsx'

type Props = {
  /** The URL of the list that contains this page. `page` is the name of the list. */
  readonly href: string
  readonly page: string
}

export function BackLink({ href, page }: Props) {
  const { words } = useOffice()
  return (
    <p className="back">
      <a href={href} aria-label={words('layout.back', { page })}>
        {page}
      </a>
    </p>
  )
}
