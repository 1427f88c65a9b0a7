import type { Topic } from '../contract/notify.ts'
import { href } from '../shared/locale/paths.ts'
import { ConsentField } from '../shared/ui/consent-field.tsx'
import { Field } from '../shared/ui/field.tsx'
import { FormError } from '../shared/ui/form-error.tsx'
import { useSite } from '../shared/ui/site.tsx'
import { messagesFor } from '../upstream/answer.ts'
import type { Failure } from '../upstream/answer.ts'

export type ContactValues = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly consent: boolean
}

type Props = {
  readonly topic: Topic
  readonly values: ContactValues
  readonly refused: Failure | null
  /** Campaign parameters of the address, sent along. */
  readonly utm: { readonly [name: string]: string }
}

/** A message to support or to partnership sales. */
export function ContactForm({ topic, values, refused, utm }: Props) {
  const { locale, words } = useSite()
  const messages = (name: string) => (refused ? messagesFor(refused.errors, name) : [])
  const id = (name: string) => `${topic}-${name}`
  return (
    <form className="form" method="post" action={`${href(locale, 'contacts')}#${topic}`} noValidate>
      {refused && <FormError refused={refused} fallback={words('contacts.failed')} />}
      <input type="hidden" name="topic" value={topic} />
      {Object.entries(utm).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field id={id('name')} label={words('contacts.name')} messages={messages('name')}>
        {(aria) => (
          <input
            {...aria}
            name="name"
            defaultValue={values.name}
            autoComplete="name"
            maxLength={100}
            required
          />
        )}
      </Field>
      <Field id={id('email')} label={words('contacts.yourEmail')} messages={messages('email')}>
        {(aria) => (
          <input
            {...aria}
            type="email"
            name="email"
            defaultValue={values.email}
            autoComplete="email"
            maxLength={254}
            required
          />
        )}
      </Field>
      <Field id={id('message')} label={words('contacts.message')} messages={messages('message')}>
        {(aria) => (
          <textarea
            {...aria}
            name="message"
            rows={5}
            defaultValue={values.message}
            maxLength={4000}
            required
          />
        )}
      </Field>
      <ConsentField id={id('consent')} checked={values.consent} messages={messages('consent')} />
      <button className="button">{words('contacts.send')}</button>
    </form>
  )
}
