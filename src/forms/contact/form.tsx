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
  const { texts, topic, values, utm, turnstile } = props
  return (
    <PostForm
      form={props}
      fields={topic === 'support' ? [...shownFields, 'screenshot'] : shownFields}
      goal={topic}
      encType={topic === 'support' ? 'multipart/form-data' : undefined}
      fallback={texts['contacts.failed']}
    >
      <HiddenFields values={{ ...utm, topic, renderedAt: values.renderedAt }} />
      <Sender {...props} />
      <MessageAndConsent {...props} />
      {/* The last field, because the fields before it keep their values when its file is too
          large. */}
      {topic === 'support' && <ScreenshotField {...props} />}
      <TurnstileWidget check={turnstile} />
      <button className="button">{texts['contacts.send']}</button>
    </PostForm>
  )
}

function Sender({ texts, topic, values, errors }: ContactFormProps) {
  return (
    <>
      <Field
        id={`${topic}-name`}
        name="name"
        label={texts['contacts.name']}
        messages={messagesFor(errors, 'name')}
      >
        {(aria) => (
          <input
            {...aria}
            defaultValue={values.name}
            autoComplete="name"
            maxLength={maxLength.name}
            required
          />
        )}
      </Field>
      <EmailField
        id={`${topic}-email`}
        label={texts['contacts.yourEmail']}
        value={values.email}
        messages={messagesFor(errors, 'email')}
      />
    </>
  )
}

function MessageAndConsent({ texts, topic, values, errors, policyHref }: ContactFormProps) {
  return (
    <>
      <TextAreaField
        id={`${topic}-message`}
        name="message"
        label={texts['contacts.message']}
        value={values.message}
        messages={messagesFor(errors, 'message')}
        rows={5}
        maxLength={maxLength.contactMessage}
        required
      />
      <DataConsent
        id={`${topic}-consent`}
        checked={values.consent}
        messages={messagesFor(errors, 'consent')}
        texts={texts}
        policyHref={policyHref}
      />
    </>
  )
}

function ScreenshotField({ texts, topic, errors }: ContactFormProps) {
  return (
    <Field
      id={`${topic}-screenshot`}
      name="screenshot"
      label={texts['contacts.screenshot']}
      hint={texts['contacts.screenshotHint']}
      messages={messagesFor(errors, 'screenshot')}
    >
      {(aria) => <input {...aria} type="file" accept="image/png,image/jpeg,image/webp" />}
    </Field>
  )
}

export const contactForm = defineForm<ContactFormProps>({
  name: 'contact',
  Component: ContactForm,
  read: readContact,
  schemaFor: () => contactSchema,
})
