import { maxLength } from '../../domain/field-limits.ts'
import type { Topic } from '../../domain/contact-topics.ts'
import type { ContactValues } from './schema.ts'
import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { readContact, contactSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { TurnstileWidget } from '../controls/turnstile-widget.tsx'
import { DataConsent, dataConsentTexts } from '../controls/data-consent.tsx'
import { EmailField } from '../controls/email-field.tsx'
import { Field } from '../controls/field.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { TextAreaField } from '../controls/text-area-field.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'

export const contactFormTexts = [
  ...dataConsentTexts,
  'errors.formSummary',
  'errors.notSent',
  'api.invalid',
  'errors.emailMissing',
  'errors.emailInvalid',
  'contacts.name',
  'contacts.nameMissing',
  'contacts.yourEmail',
  'contacts.message',
  'contacts.messageMissing',
  'contacts.consentMissing',
  'contacts.screenshot',
  'contacts.screenshotHint',
  'contacts.send',
  'contacts.failed',
] as const

export type ContactFormProps = FormPropsWith<(typeof contactFormTexts)[number], ContactValues> & {
  readonly policyHref: string
  readonly topic: Topic
  readonly utm: { readonly [name: string]: string }
  readonly turnstile: TurnstileProps
}

const shownFields = ['name', 'email', 'message', 'consent']

function ContactForm(props: ContactFormProps) {
  const { texts, policyHref, topic, values, errors, utm, turnstile } = props
  const id = (name: string) => `${topic}-${name}`
  const messages = (name: string) => messagesFor(errors, name)
  return (
    <PostForm
      form={props}
      fields={topic === 'support' ? [...shownFields, 'screenshot'] : shownFields}
      goal={topic}
      encType={topic === 'support' ? 'multipart/form-data' : undefined}
      fallback={texts['contacts.failed']}
    >
      <HiddenFields values={{ ...utm, topic }} />
      <Field id={id('name')} label={texts['contacts.name']} messages={messages('name')}>
        {(aria) => (
          <input
            {...aria}
            name="name"
            defaultValue={values.name}
            autoComplete="name"
            maxLength={maxLength.name}
            required
          />
        )}
      </Field>
      <EmailField
        id={id('email')}
        label={texts['contacts.yourEmail']}
        value={values.email}
        messages={messages('email')}
      />
      <TextAreaField
        id={id('message')}
        name="message"
        label={texts['contacts.message']}
        value={values.message}
        messages={messages('message')}
        rows={5}
        maxLength={maxLength.contactMessage}
        required
      />
      <DataConsent
        id={id('consent')}
        checked={values.consent}
        messages={messages('consent')}
        texts={texts}
        policyHref={policyHref}
      />
      {/* The last field: when its file is too large, the fields before it are kept. */}
      {topic === 'support' && <ScreenshotField {...props} />}
      <TurnstileWidget check={turnstile} />
      <button className="button">{texts['contacts.send']}</button>
    </PostForm>
  )
}

function ScreenshotField({ texts, topic, errors }: ContactFormProps) {
  return (
    <Field
      id={`${topic}-screenshot`}
      label={texts['contacts.screenshot']}
      hint={texts['contacts.screenshotHint']}
      messages={messagesFor(errors, 'screenshot')}
    >
      {(aria) => (
        <input {...aria} type="file" name="screenshot" accept="image/png,image/jpeg,image/webp" />
      )}
    </Field>
  )
}

export const contactForm = defineForm<ContactFormProps>({
  name: 'contact',
  Component: ContactForm,
  read: readContact,
  schemaFor: () => contactSchema,
})
