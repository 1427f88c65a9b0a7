import { createContext, use, type ReactNode, type InputHTMLAttributes } from 'react'
import { anchorOf } from './form-markers.shared.ts'
import { passwordBounds, maxLength } from '../kit/limits.shared.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly messages?: readonly string[]
  readonly children: (aria: FieldAria) => ReactNode
}

type FieldAria = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly autoFocus: true | undefined
}

export function Field({ id, name, label, hint, messages = [], children }: Props) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus(name)
  const described = [isBad && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    (each) => each !== false,
  )
  return (
    <div className={isBad ? 'field bad' : 'field'} id={isBad ? anchorOf(name) : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': isBad || undefined,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        autoFocus,
      })}
      {isBad && (
        <small id={`${id}-error`} className="error">
          {messages.join(' ')}
        </small>
      )}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

type TextFieldProps = Omit<Props, 'children'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldAria>

/** A field with one input. */
export function TextField({ id, name, label, hint, messages = [], ...input }: TextFieldProps) {
  return (
    <Field {...{ id, name, label, hint, messages }}>
      {(aria) => <input {...aria} {...input} />}
    </Field>
  )
}

type TextAreaFieldProps = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly messages: readonly string[]
  readonly rows: number
  readonly maxLength: number
  readonly required?: boolean
}

export function TextAreaField({
  id,
  name,
  label,
  hint,
  messages,
  value,
  ...props
}: TextAreaFieldProps) {
  return (
    <Field id={id} name={name} label={label} hint={hint} messages={messages}>
      {(aria) => <textarea {...aria} {...props} defaultValue={value} />}
    </Field>
  )
}

type OptionFieldProps = {
  readonly name: string
  readonly legend: string
  readonly messages: readonly string[]
  /** Returns the options. The first option gets `autoFocus`. */
  readonly children: (autoFocus: true | undefined) => ReactNode
}

/** A choice of one option. */
export function OptionField({ name, legend, messages, children }: OptionFieldProps) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus(name)
  const errorID = `${name}-error`
  return (
    <fieldset
      className={isBad ? 'options bad' : 'options'}
      id={isBad ? anchorOf(name) : undefined}
      role="radiogroup"
      aria-invalid={isBad || undefined}
      aria-describedby={isBad ? errorID : undefined}
    >
      <legend>{legend}</legend>
      {children(autoFocus)}
      {isBad && (
        <small id={errorID} className="error">
          {messages.join(' ')}
        </small>
      )}
    </fieldset>
  )
}

type PasswordFieldProps = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly messages: readonly string[]
}

export function PasswordField({ id, label, hint, autoComplete, messages }: PasswordFieldProps) {
  return (
    <TextField
      id={id}
      name="password"
      label={label}
      hint={hint}
      messages={messages}
      type="password"
      autoComplete={autoComplete}
      maxLength={passwordBounds.max}
      required
    />
  )
}

type EmailFieldProps = {
  readonly id: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly value: string
  readonly messages: readonly string[]
  /** 'Did you mean', shown before the suggested address. */
  readonly didYouMean?: string
}

export function EmailField({ id, label, hint, value, messages, didYouMean }: EmailFieldProps) {
  return (
    <>
      <TextField
        id={id}
        name="email"
        label={label}
        hint={hint}
        messages={messages}
        type="email"
        defaultValue={value}
        autoComplete="email"
        inputMode="email"
        maxLength={maxLength.email}
        required
      />
      {didYouMean !== undefined && <EmailSuggestion text={didYouMean} />}
    </>
  )
}

/**
 * An empty element after an email field. client/suggest-email.ts fills it. React does not change
 * its content.
 */
export function EmailSuggestion({ text }: { text: string }) {
  return (
    <p
      className="suggestion"
      role="status"
      data-did-you-mean={text}
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}

/**
 * The name of the field at which the page of a form opens: its first invalid field, or the field of
 * its next step. Undefined if the page opens at its start.
 */
export const FocusedField = createContext<string | undefined>(undefined)

/**
 * Returns the `autoFocus` of a field. Without JavaScript, the page of a rejected form opens at its
 * first invalid field. Only one element of a page may have the attribute.
 */
export function useAutoFocus(name: string): true | undefined {
  return use(FocusedField) === name || undefined
}
