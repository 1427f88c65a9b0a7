import { z } from 'zod'
import {
  contactForm,
  contactFormTexts,
  readContact,
  contactSchema,
  type ContactFormProps,
  type ContactValues,
} from '../contact-form.shared.tsx'
import { maxScreenshotBytes, topic } from '../operations.ts'
import { utmQuery } from '../../api/common.ts'
import { turnstileProps, checkTurnstile } from '../../site/turnstile-check.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { receiveForm } from '../../site/form-data.ts'
import { confirmForm, showFormAgain } from '../../site/form-answer.ts'
import { validForm, type PostedFields, type SentForm } from '../../site/form-input.ts'
import { page } from '../../site/page.ts'
import { iccidPattern } from '../../kit/activation-code.ts'
import { toBase64url, sha256 } from '../../kit/tokens.shared.ts'
import { cacheControl } from '../../kit/http.ts'
import { topics, type Topic } from '../../kit/limits.shared.ts'
import { installStop, stopText } from '../../esims/install-stops.ts'
import { orderNumberPattern } from '../../kit/order-number.ts'
import { hourMs } from '../../kit/time.shared.ts'
import { readUtm } from '../../ui/form-values.shared.ts'
import { fileSizeText } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { textsOf } from '../../words/texts.shared.ts'
import { apiError, type ApiError } from '../../site/api/api-result.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { content } from '../../words/content.ts'
import { ArticleSections } from '../../texts/article-view.tsx'
import { MailLink, PhoneLink, SupportHoursFact, SupportLink } from '../../ui/support-links.tsx'
import { Fact, Facts, Notice } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'

const contactsQuery = z.object({
  sent: topic.optional().catch(undefined),
  picture: z.literal('missing').optional().catch(undefined),
  /** The order or eSIM that the message is about. */
  order: z.string().regex(orderNumberPattern).optional().catch(undefined),
  iccid: z.string().regex(iccidPattern).optional().catch(undefined),
  /** Where the installation stopped. */
  stop: installStop.optional().catch(undefined),
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
 * page can be a day old, so an equal message more than an hour later is another message.
 */
async function keyOf(
  { var: { now } }: AppContext,
  chosen: Topic,
  { renderedAt, name, email, message }: ContactValues,
  screenshot: File | null,
): Promise<string> {
  const file = screenshot && [screenshot.name, screenshot.size]
  const hours = Math.floor((now() - Number(renderedAt)) / hourMs)
  const values = [renderedAt, hours, chosen, name, email, message, file]
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

/** Returns the first lines of a message about an order, an eSIM or its installation, or ''. */
function subjectOf({ var: { words } }: AppContext, query: ContactsInput['query']) {
  const { order, iccid, stop } = query
  if (order !== undefined) return `${words('mail.receiptOrder')} ${order}\n`
  const subject = iccid === undefined ? '' : `${words('instruction.iccid')} ${iccid}\n`
  return stop === undefined ? subject : subject + stopText(words, stop)
}

/** The time makes a repeated submit the same message. */
function emptyMessage({ var: { now } }: AppContext, message: string): ContactValues {
  return { name: '', email: '', message, consent: false, renderedAt: String(now()) }
}

type Props = {
  readonly forms: { readonly [each in Topic]: ContactFormProps }
  /** The text that confirms a message about the topic. */
  readonly done: { readonly topic: Topic; readonly text: string } | null
}

function ContactsView({ forms, done }: Props) {
  const { locale, words } = useSite()
  const article = content[locale].articles.contacts
  return (
    <>
      <details className="fold prose">
        <summary>{article.title}</summary>
        <ArticleSections article={article} />
      </details>
      <div className="halves">
        {topics.map((each) => (
          <section key={each} id={each}>
            <h2>{words(each === 'support' ? 'layout.support' : 'contacts.partnership')}</h2>
            {each === 'partnership' && <SupportRow />}
            <p className="soft">{words(`contacts.${each}Text`)}</p>
            <Addresses topic={each} />
            {done?.topic === each ? (
              <Notice role="status" text={done.text} />
            ) : (
              <HydratedForm form={contactForm} props={forms[each]} />
            )}
          </section>
        ))}
      </div>
    </>
  )
}

/** The contact button opens this form. Most visitors who press it have a question about an eSIM. */
function SupportRow() {
  const { words } = useSite()
  return (
    <p>
      <SupportLink className="row-link">{words('contacts.toSupport')}</SupportLink>
    </p>
  )
}

function Addresses({ topic: about }: { topic: Topic }) {
  const { words, brand } = useSite()
  const { supportEmail, supportPhone, partnersEmail, legalName } = brand
  return (
    <Facts>
      <Fact label={words('contacts.email')}>
        <MailLink address={about === 'support' ? supportEmail : partnersEmail} />
      </Fact>
      {about === 'support' && supportPhone && (
        <Fact label={words('contacts.phone')}>
          <PhoneLink number={supportPhone} />
        </Fact>
      )}
      {about === 'support' && <SupportHoursFact />}
      {about === 'partnership' && <Fact label={words('contacts.company')}>{legalName}</Fact>}
    </Facts>
  )
}
