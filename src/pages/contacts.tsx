import { z } from 'zod'
import { contactForm, contactFormTexts } from '../forms/contact/form.tsx'
import type { ContactFormProps } from '../forms/contact/form.tsx'
import { maxScreenshotBytes, topic } from '../contract/mail-notify.ts'
import { utmQuery } from '../contract/utm.ts'
import { turnstileProps, checkTurnstile } from '../http/page/turnstile-check.ts'
import type { AppContext } from '../http/app-env.ts'
import { receiveForm } from '../http/page/form-data.ts'
import { confirmForm, showFormAgain } from '../http/page/form-answer.ts'
import { validForm } from '../http/page/form-input.ts'
import type { PostedFields, SentForm } from '../http/page/form-input.ts'
import { page } from '../http/page/page.ts'
import { userAgentOf } from '../http/user-agent.ts'
import { iccidPattern } from '../domain/activation-code.ts'
import { toBase64url } from '../domain/base64.ts'
import { cacheControl } from '../domain/cache-control.ts'
import type { Topic } from '../domain/contact-topics.ts'
import { orderNumberPattern } from '../domain/order-number.ts'
import { sha256 } from '../domain/sha256.ts'
import { hourMs } from '../domain/time-units.ts'
import { readContact, contactSchema } from '../forms/contact/schema.ts'
import type { ContactValues } from '../forms/contact/schema.ts'
import { readUtm } from '../forms/fields.ts'
import { fileSizeText } from '../locale/file-size.ts'
import { href } from '../locale/paths.ts'
import { textsOf } from '../locale/texts.ts'
import { apiError } from '../api/api-result.ts'
import type { ApiError } from '../api/api-result.ts'
import { Masthead } from '../ui/layout/masthead.tsx'
import { ContactsView } from './contacts/contacts-view.tsx'

const contactsQuery = z.object({
  sent: topic.optional().catch(undefined),
  picture: z.literal('missing').optional().catch(undefined),
  /** The order or eSIM that the message is about. */
  order: z.string().regex(orderNumberPattern).optional().catch(undefined),
  iccid: z.string().regex(iccidPattern).optional().catch(undefined),
  ...utmQuery,
})
type ContactsInput = { readonly query: z.output<typeof contactsQuery> }

type RejectedMessage = {
  readonly topic: Topic
  readonly values: ContactValues
  readonly utm: Record<string, string>
  readonly errors: ApiError
}

export const contactsPage = page('contacts', {
  access: 'public',
  query: contactsQuery,
  get: (c, input) => show(c, input, null),
  post(_, input, fields) {
    const hidden = hiddenValues(fields)
    return validForm({
      read: readContact,
      rules: contactSchema,
      receive: async (c, form) => sendMessage(c, input, hidden, form),
      refuse: async (c, { values, errors }) => show(c, input, { ...hidden, values, errors }),
    })
  },
  maxFileBytes: maxScreenshotBytes,
})

/** Returns the topic of the form, and the visitor's campaign. */
function hiddenValues({ text }: PostedFields) {
  return { topic: topic.catch('support').parse(text('topic')), utm: readUtm(text) }
}

async function sendMessage(
  c: AppContext,
  input: ContactsInput,
  hidden: ReturnType<typeof hiddenValues>,
  { fields, values, valid }: SentForm<ContactValues, typeof contactSchema>,
) {
  const refuse = (errors: ApiError) => show(c, input, { ...hidden, values, errors })
  const screenshot = fields.file('screenshot')
  const { state } = await receiveForm(c, maxScreenshotBytes)
  if (state === 'busy')
    return refuse(apiError(503, { message: c.var.words('api.uploadsBusy') }).error)
  if (state === 'too-large' || (screenshot && screenshot.size > maxScreenshotBytes))
    return refuse(
      apiError(413, {
        code: 'too-large',
        message: c.var.words('api.tooLarge'),
        fields: { screenshot: [c.var.words('api.fileTooLarge', { size: sizeLimit(c) })] },
      }).error,
    )
  const rejection = await checkTurnstile(c, fields)
  if (rejection) return refuse(rejection.error)

  const { renderedAt: _, ...message } = valid
  const sent = await c.var.api.mailNotify(
    {
      ...message,
      ...hidden,
      userAgent: userAgentOf(c),
      idempotencyKey: await keyOf(c, hidden.topic, values, screenshot),
    },
    { files: screenshot ? { screenshot } : {} },
  )
  if (!sent.ok) return refuse(sent.error)
  const { locale, words } = c.var
  const { isScreenshotMissing } = sent.value.data
  const done = { title: words('contacts.sentTitle'), text: words(sentText(isScreenshotMissing)) }
  const query = { sent: hidden.topic, ...(isScreenshotMissing ? { picture: 'missing' } : {}) }
  const to = `${href(locale, 'contacts', null, query)}#${hidden.topic}`
  return confirmForm(c, done, to, emptyMessage(c, ''))
}

function sentText(isScreenshotMissing = false) {
  return isScreenshotMissing ? 'contacts.sentWithoutPicture' : 'contacts.sent'
}

/**
 * Returns the idempotency key of a message. A form cannot have a random key, because the page is
 * cached and the same for all visitors. The key therefore contains the values too. A copy of the
 * page can be a day old, so an equal message more than an hour later is another message. A page
 * that has no time was rendered by an older release.
 */
async function keyOf(
  { var: { now } }: AppContext,
  chosen: Topic,
  { renderedAt, name, email, message }: ContactValues,
  screenshot: File | null,
): Promise<string> {
  const file = screenshot && [screenshot.name, screenshot.size]
  const time = renderedAt || String(now())
  const hours = Math.floor((now() - Number(time)) / hourMs)
  const values = [time, hours, chosen, name, email, message, file]
  return toBase64url(await sha256(JSON.stringify(values)))
}

function sizeLimit(c: AppContext): string {
  return fileSizeText(c.var, maxScreenshotBytes)
}

function show(c: AppContext, { query }: ContactsInput, rejected: RejectedMessage | null) {
  const { words, locale } = c.var
  const about = subjectOf(c, query)
  if (about !== '') c.header('Cache-Control', cacheControl.private)
  const formOf = (each: Topic): ContactFormProps => {
    const mine = rejected?.topic === each ? rejected : null
    return {
      texts: {
        ...textsOf(words, contactFormTexts),
        'contacts.screenshotHint': words('contacts.screenshotHint', { size: sizeLimit(c) }),
      },
      // Browsers ignore `autofocus` when the URL has a fragment.
      action: href(locale, 'contacts'),
      policyHref: href(locale, 'dataPolicy'),
      topic: each,
      values: mine?.values ?? emptyMessage(c, each === 'support' ? about : ''),
      errors: mine?.errors ?? null,
      utm: mine?.utm ?? readUtm((name) => query[name]),
      turnstile: turnstileProps(c.var),
    }
  }
  const done = query.sent
    ? { topic: query.sent, text: words(sentText(query.picture === 'missing')) }
    : null
  const forms = { support: formOf('support'), partnership: formOf('partnership') }
  const shown = { form: contactForm, props: forms[rejected?.topic ?? 'support'] }
  return showFormAgain(c, rejected?.errors.status ?? 200, shown, () =>
    c.render(<ContactsView forms={forms} done={done} />, {
      opening: <Masthead heading={words('layout.contact')} lead={words('contacts.lead')} />,
      title: words('layout.contact'),
      styles: 'form',
      description: words('contacts.description'),
      noindex: rejected !== null || query.sent !== undefined || about !== '',
    }),
  )
}

/** Returns the first line of a message about an order or an eSIM, or an empty string. */
function subjectOf({ var: { words } }: AppContext, { order, iccid }: ContactsInput['query']) {
  if (order !== undefined) return `${words('mail.receiptOrder')} ${order}\n`
  return iccid === undefined ? '' : `${words('instruction.iccid')} ${iccid}\n`
}

/** The time makes a repeated submit the same message. */
function emptyMessage({ var: { now } }: AppContext, message: string): ContactValues {
  return { name: '', email: '', message, consent: false, renderedAt: String(now()) }
}
