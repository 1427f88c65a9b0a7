import type { Conversation } from '../../messages/conversation.ts'
import { orderReferencesIn } from '../../kit/order-number.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'
import { officeHref } from '../../words/office-paths.ts'
import { partsOf } from './message-parts.ts'

type Props = {
  readonly message: Conversation
  /** The URL of the message's page, or null on that page. */
  readonly href: string | null
}

export function MessageView({ message, href }: Props) {
  const { words, shopWords } = useOffice()
  const { id, lang, createdAt, sender, screenshot } = message
  const { name, topic, text, browser, isScreenshotMissing } = partsOf(message, shopWords)
  const title = name === '' ? topic : name
  return (
    <>
      <div className="heading">
        <h2 id={id}>{href === null ? title : <a href={href}>{title}</a>}</h2>
        <small>
          {topic} · <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </small>
      </div>
      <p className="body" lang={text === '' ? undefined : lang}>
        {text === '' ? words('messages.deleted') : text}
      </p>
      {browser !== null && <small>{browser}</small>}
      {screenshot !== null && <Screenshot name={screenshot} />}
      {isScreenshotMissing && <p className="soft">{words('messages.screenshotMissing')}</p>}
      {sender !== null && (
        <p className="groups">
          {href !== null && (
            <a className="button quiet" href={href}>
              {words(message.answeredAt === null ? 'messages.open' : 'messages.seeAnswer')}
            </a>
          )}
          {orderReferencesIn(text).map((reference) => (
            <a key={reference} href={officeHref('orders', { q: reference })}>
              {words('messages.order', { reference })}
            </a>
          ))}
          <a href={officeHref('orders', { q: sender })}>
            {words('messages.orders', { email: sender })}
          </a>
        </p>
      )}
    </>
  )
}

function Screenshot({ name }: { readonly name: string }) {
  const { words } = useOffice()
  const href = officeHref('screenshot', { name })
  return (
    <a href={href}>
      <img className="shot" src={href} alt={words('messages.screenshot')} loading="lazy" />
    </a>
  )
}
