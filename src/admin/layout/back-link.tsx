import type { AdminWords } from '../admin-words.ts'

type Props = {
  readonly words: AdminWords
  /** The URL of the list that contains this page. `page` is the name of the list. */
  readonly href: string
  readonly page: string
}

export function BackLink({ words, href, page }: Props) {
  return (
    <p className="back">
      <a href={href} aria-label={words('layout.back', { page })}>
        {page}
      </a>
    </p>
  )
}
