import type { Context } from 'hono'
import { z } from 'zod'
import { topic, topics } from '../contract/notify.ts'
import type { Topic } from '../contract/notify.ts'
import { utm } from '../contract/purchase.ts'
import type { AppEnv } from '../http/env.ts'
import { invalidForm, readForm, utmIn } from '../http/forms.ts'
import type { FormValues } from '../http/forms.ts'
import { page } from '../http/page.ts'
import { pageStatus } from '../http/status.ts'
import { href } from '../shared/locale/paths.ts'
import type { Words } from '../shared/locale/words.ts'
import { Facts } from '../shared/ui/facts.tsx'
import type { Failure } from '../upstream/answer.ts'
import { ContactForm } from '../views/contact-form.tsx'
import type { ContactValues } from '../views/contact-form.tsx'

type Sent = { readonly topic: Topic; readonly values: ContactValues; readonly refused: Failure }

const empty: ContactValues = { name: '', email: '', message: '', consent: false }

export const contactsPage = page(
  'contacts',
  (c) => show(c, null),
  async (c) => {
    const form = await readForm(c)
    const chosen = topic.catch('support').parse(form.text('topic'))
    const values = contactIn(form)
    const message = contactSchema(c.var.words).safeParse(values)
    if (!message.success)
      return show(c, { topic: chosen, values, refused: invalidForm(message.error) })

    const campaign = utm.safeParse(utmIn(form.optional)).data
    const sent = await c.var.upstream.mailNotify({ ...message.data, topic: chosen, utm: campaign })
    if (!sent.ok) return show(c, { topic: chosen, values, refused: sent })
    return c.redirect(`${href(c.var.locale, 'contacts', null, { sent: chosen })}#${chosen}`, 303)
  },
)

function contactIn(form: FormValues): ContactValues {
  return {
    name: form.text('name'),
    email: form.text('email'),
    message: form.text('message'),
    consent: form.text('consent') === '1',
  }
}

function contactSchema(words: Words) {
  return z.object({
    name: z.string().min(1, words('contacts.nameMissing')).max(100),
    email: z.email(words('order.emailInvalid')).max(254, words('order.emailInvalid')),
    message: z.string().min(1, words('contacts.messageMissing')).max(4000),
    consent: z.literal(true, words('contacts.consentMissing')),
  })
}

function show(c: Context<AppEnv>, tried: Sent | null) {
  const { words, config } = c.var
  const { SUPPORT_EMAIL, SUPPORT_PHONE, PARTNERS_EMAIL, LEGAL_NAME } = config
  const done = topic.safeParse(c.req.query('sent')).data
  const mail = (address: string) => <a href={`mailto:${address}`}>{address}</a>
  const phone = SUPPORT_PHONE && (
    <a href={`tel:${SUPPORT_PHONE.replace(/[^+\d]/g, '')}`}>{SUPPORT_PHONE}</a>
  )
  const facts = {
    support: [
      [words('contacts.email'), mail(SUPPORT_EMAIL)],
      ...(phone ? [[words('contacts.phone'), phone] as const] : []),
    ],
    partnership: [
      [words('contacts.email'), mail(PARTNERS_EMAIL)],
      [words('contacts.company'), LEGAL_NAME],
    ],
  } as const
  if (tried) c.status(pageStatus(tried.refused.status))
  return c.render(
    <div className="prose">
      <section className="masthead">
        <h1>{words('contacts.title')}</h1>
        <p className="lead">{words('contacts.lead')}</p>
      </section>
      {topics.map((each) => (
        <section key={each} id={each}>
          <h2>{words(`contacts.${each}`)}</h2>
          <p className="soft">{words(`contacts.${each}Text`)}</p>
          <Facts facts={facts[each]} />
          {done === each ? (
            <p className="notice" role="status">
              {words('contacts.sent')}
            </p>
          ) : (
            <ContactForm
              topic={each}
              values={tried?.topic === each ? tried.values : empty}
              refused={tried?.topic === each ? tried.refused : null}
              utm={utmIn((name) => c.req.query(name))}
            />
          )}
        </section>
      ))}
    </div>,
    {
      title: words('contacts.title'),
      description: words('contacts.description'),
      noindex: tried !== null || done !== undefined,
    },
  )
}
