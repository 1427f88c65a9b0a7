import type { AdminWords } from '../admin-words.ts'

type Props = {
  readonly words: AdminWords
  /** The list that this page belongs to, and its name. */
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
