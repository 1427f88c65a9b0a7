import type { Context } from 'hono'
import { ContactForm, contactFormTexts } from '../../client/islands/contact-form.tsx'
import type { ContactFormProps } from '../../client/islands/contact-form.tsx'
import { maxScreenshotBytes, topic } from '../contract/notify.ts'
import { botCheckProps, botRefusal } from '../http/bot-check.ts'
import { content } from '../http/content.ts'
import type { AppEnv } from '../http/env.ts'
import { checkForm, readForm, showAgain, thank } from '../http/forms.ts'
import { page } from '../http/page.ts'
import { contactIn, contactSchema, topics } from '../shared/forms/contact.ts'
import type { ContactValues, Topic } from '../shared/forms/contact.ts'
import { utmIn } from '../shared/forms/fields.ts'
import { href } from '../shared/locale/paths.ts'
import { textsOf } from '../shared/locale/texts.ts'
import { MailLink, PhoneLink } from '../shared/ui/contact-links.tsx'
import { Fact, Facts } from '../shared/ui/facts.tsx'
import { Island } from '../shared/ui/island.tsx'
import { useSite } from '../shared/ui/site.tsx'
import { failure } from '../upstream/answer.ts'
import type { Failure } from '../upstream/answer.ts'
import { ArticleSections } from '../views/article-view.tsx'

type Sent = {
  readonly topic: Topic
  readonly values: ContactValues
  readonly utm: Record<string, string>
  readonly refused: Failure
}

const empty: ContactValues = { name: '', email: '', message: '', consent: false }

export const contactsPage = page('contacts', (c) => show(c, null), { post: send })

async function send(c: Context<AppEnv>) {
  const form = await readForm(c, maxScreenshotBytes)
  const chosen = topic.catch('support').parse(form.text('topic'))
  const values = contactIn(form)
  const utm = utmIn(form.text)
  const refuse = (refused: Failure) => show(c, { topic: chosen, values, utm, refused })
  const checked = checkForm(contactSchema, values, c.var.words)
  if (!checked.ok) return refuse(checked)
  const screenshot = form.file('screenshot')
  if (screenshot && screenshot.size > maxScreenshotBytes)
    return refuse(
      failure(413, c.var.words('api.tooLarge'), { screenshot: [c.var.words('api.fileTooLarge')] }),
    )
  const robot = await botRefusal(c, form)
  if (robot) return refuse(robot)

  const sent = await c.var.upstream.mailNotify(
    {
      ...checked.value,
      topic: chosen,
      userAgent: c.req.header('User-Agent')?.slice(0, 500),
      utm,
    },
    { files: screenshot ? { screenshot } : {} },
  )
  if (!sent.ok) return refuse(sent)
  const { locale, words } = c.var
  const done = { title: words('contacts.sentTitle'), text: words('contacts.sent') }
  return thank(c, done, `${href(locale, 'contacts', null, { sent: chosen })}#${chosen}`)
}

function show(c: Context<AppEnv>, tried: Sent | null) {
  const { words, locale } = c.var
  const done = topic.safeParse(c.req.query('sent')).data
  const formOf = (each: Topic): ContactFormProps => {
    const mine = tried?.topic === each ? tried : null
    return {
      texts: textsOf(words, contactFormTexts),
      action: `${href(locale, 'contacts')}#${each}`,
      policyHref: href(locale, 'dataPolicy'),
      topic: each,
      values: mine?.values ?? empty,
      refused: mine?.refused ?? null,
      utm: mine?.utm ?? utmIn((name) => c.req.query(name)),
      botCheck: botCheckProps(c.var),
    }
  }
  const forms = { support: formOf('support'), partnership: formOf('partnership') }
  return showAgain(c, tried?.refused.status ?? 200, forms[tried?.topic ?? 'support'], () =>
    c.render(<Contacts forms={forms} done={done ?? null} />, {
      title: words('contacts.title'),
      description: words('contacts.description'),
      noindex: tried !== null || done !== undefined,
    }),
  )
}

type ContactsProps = {
  readonly forms: { readonly [each in Topic]: ContactFormProps }
  /** Whose message was just taken. */
  readonly done: Topic | null
}

function Contacts({ forms, done }: ContactsProps) {
  const { locale, words } = useSite()
  return (
    <>
      <section className="masthead">
        <h1>{words('contacts.title')}</h1>
        <p className="lead">{words('contacts.lead')}</p>
      </section>
      <div className="halves">
        {topics.map((each) => (
          <section key={each} id={each}>
            <h2>{words(`contacts.${each}`)}</h2>
            <p className="soft">{words(`contacts.${each}Text`)}</p>
            <Addresses topic={each} />
            {done === each ? (
              <p className="notice" role="status">
                {words('contacts.sent')}
              </p>
            ) : (
              <Island name="contact-form" of={ContactForm} props={forms[each]} />
            )}
          </section>
        ))}
      </div>
      <div className="prose">
        <ArticleSections article={content[locale].articles.contacts} />
      </div>
    </>
  )
}

/** Who reads what is written about a topic, for who would rather write or call by themselves. */
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
      {about === 'partnership' && <Fact label={words('contacts.company')}>{legalName}</Fact>}
    </Facts>
  )
}
