import * as z from 'zod/mini'
import { maxLength, oneLine, type Topic } from '../kit/limits.shared.ts'
import { messageKey } from '../words/texts.shared.ts'
import { emailField, type FieldReader } from '../ui/form-values.shared.ts'
import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import type { TurnstileProps } from '../ui/form-markers.shared.ts'
import { TurnstileWidget, PostForm, HiddenFields } from '../ui/post-form.shared.tsx'
import { DataConsent, dataConsentTexts } from '../ui/consent.shared.tsx'
import { EmailField, TextAreaField, TextField } from '../ui/fields.shared.tsx'

export type ContactValues = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly consent: boolean
  /** Milliseconds since 1970 at which the page was rendered, to recognise a repeated form. */
  readonly renderedAt: string
}

const tooLong = messageKey('api.invalid')

export const contactSchema = z.object({
  name: z
    .string()
    .check(
      z.minLength(1, messageKey('contacts.nameMissing')),
      z.maxLength(maxLength.name, tooLong),
      z.regex(oneLine, tooLong),
    ),
  email: emailField,
  message: z
    .string()
    .check(
      z.minLength(1, messageKey('contacts.messageMissing')),
      z.maxLength(maxLength.contactMessage, tooLong),
    ),
  consent: z.literal(true, messageKey('contacts.consentMissing')),
  renderedAt: z.string(),
})

export function readContact(form: FieldReader): ContactValues {
  return {
    name: form.text('name'),
    email: form.email('email'),
    message: form.text('message'),
    consent: form.isChecked('consent'),
    renderedAt: form.text('renderedAt'),
  }
}

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
      <TextField
        id={`${topic}-name`}
        name="name"
        label={texts['contacts.name']}
        messages={messagesFor(errors, 'name')}
        defaultValue={values.name}
        autoComplete="name"
        maxLength={maxLength.name}
        required
      />
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
    <TextField
      id={`${topic}-screenshot`}
      name="screenshot"
      label={texts['contacts.screenshot']}
      hint={texts['contacts.screenshotHint']}
      messages={messagesFor(errors, 'screenshot')}
      type="file"
      accept="image/png,image/jpeg,image/webp"
    />
  )
}

export const contactForm = defineForm<ContactFormProps>({
  name: 'contact',
  Component: ContactForm,
  read: readContact,
  schemaFor: () => contactSchema,
})
