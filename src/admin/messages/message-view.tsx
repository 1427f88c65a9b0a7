import type { Conversation } from '../../backend/operations/conversation.ts'
import { formatTime } from '../../locale/formats.ts'
import { queryString } from '../../locale/paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { ordersHref } from '../orders/hrefs.ts'

type Props = {
  readonly words: AdminWords
  readonly message: Conversation
  /** The page of the message; null on that page. */
  readonly href: string | null
}

/** What a visitor wrote, as text. */
export function MessageView({ words, message, href }: Props) {
  const { id, subject, body, createdAt, sender, screenshot } = message
  const source = `/admin/messages/screenshot${queryString({ name: screenshot ?? undefined })}`
  return (
    <>
      <div className="heading">
        <h2 id={id}>{href === null ? subject : <a href={href}>{subject}</a>}</h2>
        <small>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </small>
      </div>
      <p className="body">{body === '' ? words('messages.deleted') : body}</p>
      {screenshot !== null && (
        <a href={source}>
          <img className="shot" src={source} alt={words('messages.screenshot')} loading="lazy" />
        </a>
      )}
      {sender !== null && (
        <p>
          <a href={ordersHref(sender)}>{words('messages.orders', { email: sender })}</a>
          {href !== null && (
            <>
              {' · '}
              <a href={href}>{words('messages.open')}</a>
            </>
          )}
        </p>
      )}
    </>
  )
}
