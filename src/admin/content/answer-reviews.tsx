import type { ReviewCount, WrittenReview } from '../../texts/answer-reviews.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { nameIn } from '../admin-words.ts'
import type { AdminWords } from '../admin-words.ts'
import { useOffice } from '../office.tsx'

type Props = {
  readonly count: ReviewCount | undefined
  readonly reviews: readonly WrittenReview[]
}

export function AnswerReviews({ count, reviews }: Props) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="reviews">
      <h2 id="reviews">{words('content.reviews')}</h2>
      <p>{countText(words, count)}</p>
      <ul className="list" hidden={reviews.length === 0}>
        {reviews.map(({ id, lang, comment, createdAt }) => (
          <li key={id}>
            <span className="body">{comment}</span>
            <small>
              {formatTime(createdAt)} · {nameIn(words, 'languages', lang)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `Helped 12 of 15 people in 30 days` */
export function countText(words: AdminWords, count: ReviewCount | undefined): string {
  if (!count) return words('content.noReviews')
  const { helpful, unhelpful } = count
  return words('content.helped', { helpful, all: helpful + unhelpful })
}
