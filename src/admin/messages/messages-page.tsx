import { contactMessages, screenshotName } from '../../backend/reports/contact-messages.ts'
import type { ReceivedMessage } from '../../backend/reports/contact-messages.ts'
import { formatTime } from '../../locale/formats.ts'
import { queryString } from '../../locale/paths.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { ordersHref } from '../orders/hrefs.ts'

/** The newest messages of contact forms, with their screenshots. */
export async function showMessages(c: AdminContext): Promise<Response> {
  const { context, words } = c.var
  const messages = await contactMessages(context)
  const title = words('sections.messages')
  return renderPage(
    c,
    { title, section: 'messages' },
    <>
      <h1>{title}</h1>
      <p className="soft">{words('messages.text')}</p>
      {messages.length === 0 && <p className="panel">{words('messages.none')}</p>}
      {messages.map((message) => (
        <Message key={message.id} words={words} message={message} />
      ))}
    </>,
  )
}

/** A screenshot. Its type follows from its name, so that no other file is ever served. */
export async function showScreenshot(c: AdminContext): Promise<Response> {
  const name = c.req.query('name') ?? ''
  const isName = screenshotName.exec(name)?.[0] === name
  const file = isName ? await c.var.context.uploads.get(name) : null
  if (!file) return showRefusal(c, 'notFound', 404)
  return c.body(file.body, 200, { 'Content-Type': `image/${name.split('.').at(-1)}` })
}

type Props = { readonly words: AdminWords; readonly message: ReceivedMessage }

function Message({ words, message }: Props) {
  const { id, subject, body, createdAt, screenshot } = message
  const [, sender] = /<([^<>\s]+@[^<>\s]+)>/.exec(body) ?? []
  return (
    <article className="panel" aria-labelledby={id}>
      <div className="heading">
        <h2 id={id}>{subject}</h2>
        <small>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </small>
      </div>
      <p className="body">{body === '' ? words('messages.deleted') : body}</p>
      {screenshot !== null && (
        <a href={`/admin/messages/screenshot${queryString({ name: screenshot })}`}>
          <img
            className="shot"
            src={`/admin/messages/screenshot${queryString({ name: screenshot })}`}
            alt={words('messages.screenshot')}
            loading="lazy"
          />
        </a>
      )}
      {sender !== undefined && (
        <p>
          <a href={ordersHref(sender)}>{words('messages.orders', { email: sender })}</a> ·{' '}
          <a href={`mailto:${sender}`}>{words('messages.answer')}</a>
        </p>
      )}
    </article>
  )
}
