import { Children, cloneElement, isValidElement, useContext, useId } from 'react'
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import { FieldProblemContext } from './action-form.tsx'
import { isReason, maxReason } from '../api/staff.ts'
import { nameIn, useOffice, type Office } from './office-context.tsx'
import type { FormFields } from './form-body.ts'
import { minorOf, typedDecimal, type Currency } from '../kit/money.shared.ts'

type Props = {
  readonly label: string
  /** An input with its assignment. */
  readonly children: ReactNode
}

type FieldPartProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'autoFocus' | 'aria-invalid' | 'aria-describedby'
>

// The id is unique, because a page shows one rejected form and only its first problem.
const problemID = 'problem'

/**
 * Shows a field. Its assignment is its description, not a part of its name. Marks the field that
 * caused the rejection, and shows the reason.
 */
export function LabelledField({ label, children }: Props) {
  const problem = useContext(FieldProblemContext)
  const id = useId()
  const parts = Children.toArray(children).filter(isPart)
  const isWrong = parts.some(({ props }) => problem?.fields.includes(props.name ?? '') === true)
  const hasHint = parts.some(isHint)
  const described = [isWrong && problemID, hasHint && `${id}hint`].filter((each) => each !== false)
  const marks: FieldPartProps = {
    id,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(isWrong && { 'aria-invalid': true, autoFocus: true }),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {parts.map((part) => cloneElement(part, isHint(part) ? { id: `${id}hint` } : marks))}
      {isWrong && (
        <small id={problemID} className="wrong">
          {problem?.text}
        </small>
      )}
    </div>
  )
}

function isPart(part: ReactNode): part is ReactElement<FieldPartProps> {
  return isValidElement<FieldPartProps>(part)
}

function isHint({ type }: ReactElement): boolean {
  return type === 'small'
}

/** A field of a form: the schema of its text, and how a person enters it. */
export type Input<Value = unknown> = {
  readonly schema: z.ZodType<Value>
  /**
   * The default is a field for one line of text. A person does not see a `fixed` value. A form
   * contains a `hidden` input already, or leaves it out.
   */
  readonly kind?: 'lines' | 'choice' | 'radio' | 'check' | 'fixed' | 'hidden'
  /** The default is the text of the field's name. */
  readonly label?: (office: Office) => string
  readonly hint?: (office: Office) => string | undefined
  /** The values of a choice with their names. */
  readonly options?: (office: Office) => readonly Option[]
  /** The value before a person changes it. */
  readonly value?: Text
  readonly placeholder?: Text
  readonly isRequired?: boolean
  /** The height of a text area. */
  readonly rows?: number
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'maxLength' | 'readOnly'>

type Text = string | undefined | ((office: Office) => string)
export type Option = readonly [value: string | number, name: string]
export type Inputs = { readonly [name: string]: Input }
export type InputValues<Form extends Inputs> = {
  readonly [Name in keyof Form]: z.output<Form[Name]['schema']>
}

type InputFieldsProps = {
  readonly inputs: Inputs
  /** The typed values, if the form was rejected. */
  readonly values: FormFields
  readonly hidden?: FormFields
  readonly labels?: FormFields
}

/** Shows the inputs that are not hidden. */
export function InputFields({ inputs, values, hidden = {}, labels = {} }: InputFieldsProps) {
  return Object.entries(inputs)
    .filter(([name, { kind }]) => kind !== 'hidden' && !(name in hidden))
    .map(([name, input]) => (
      <InputField key={name} {...{ name, input }} typed={values[name]} label={labels[name]} />
    ))
}

type InputFieldProps = {
  readonly name: string
  readonly input: Input
  readonly typed: string | undefined
  readonly label: string | undefined
}

function InputField({ name, input, typed, label: given }: InputFieldProps) {
  const office = useOffice()
  const label = given ?? input.label?.(office) ?? nameIn(office.words, 'fields', name)
  const { kind, type, inputMode, maxLength, readOnly, rows, hint } = input
  const options = input.options?.(office) ?? []
  const value = typed ?? textIn(office, input.value)
  const { isRequired: required = !input.schema.safeParse('').success } = input
  if (kind === 'check') return <CheckField {...{ name, label, required }} isOn={typed === 'yes'} />
  if (kind === 'radio') return <RadioField {...{ name, label, options, required, value }} />
  if (kind === 'fixed') return <input type="hidden" name={name} value={value} />
  const common = { name, maxLength, required, readOnly, defaultValue: value }
  const placeholder = textIn(office, input.placeholder)
  const hintText = hint?.(office)
  return (
    <LabelledField label={label}>
      {kind === 'choice' ? (
        <select name={name} defaultValue={value} required={input.isRequired}>
          <Options of={options} />
        </select>
      ) : kind === 'lines' ? (
        <textarea {...{ ...common, rows }} />
      ) : (
        <input {...common} {...{ type, inputMode, placeholder }} />
      )}
      {hintText !== undefined && <small>{hintText}</small>}
    </LabelledField>
  )
}

function textIn(office: Office, text: Text): string | undefined {
  return typeof text === 'function' ? text(office) : text
}

export function Options({ of }: { readonly of: readonly Option[] }) {
  return of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}

type CheckFieldProps = {
  readonly name: string
  readonly label: string
  readonly required?: boolean
  readonly isOn?: boolean
}

export function CheckField({ name, label, required = false, isOn = false }: CheckFieldProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        {...{ name, required }}
        value="yes"
        defaultChecked={isOn}
        // Otherwise Chromium says that a required box is invalid until it is ticked.
        aria-invalid={false}
      />
      {label}
    </label>
  )
}

type RadioFieldProps = {
  readonly name: string
  readonly label: string
  readonly options: readonly Option[]
  readonly required: boolean
  readonly value: string | undefined
}

function RadioField({ name, label, options, required, value: chosen }: RadioFieldProps) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} className="check">
          <input type="radio" {...{ name, value, required }} defaultChecked={value === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** Parses a checkbox. */
export const isTicked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes')

/** The reason for an action. The audit stores it. */
export const reason = z.string().trim().refine(isReason)
export const reasonInput = { schema: reason, maxLength: maxReason } satisfies Input

type ReasonFieldProps = {
  readonly values?: FormFields
  /** Names the subject of the reason when the page has another form. */
  readonly label?: string
}

export function ReasonField({ values = {}, label }: ReasonFieldProps) {
  const { words } = useOffice()
  return (
    <LabelledField label={label ?? words('fields.reason')}>
      <input name="reason" maxLength={maxReason} defaultValue={values['reason']} required />
    </LabelledField>
  )
}

type AmountLimits = {
  /** Digits before the decimal point. */
  readonly maxDigits: number
  /** Whether the amount may start with a minus. */
  readonly isSigned: boolean
}

/**
 * Returns the minor units of a typed amount such as `12.50` or `12,5`, or null for other strings.
 */
export function typedMinor(
  typed: string,
  currency: Currency,
  { maxDigits, isSigned }: AmountLimits,
): number | null {
  const decimal = typedDecimal(typed, currency)
  if (decimal === null) return null
  const [, sign, whole = ''] = /^(-?)(\d+)/.exec(decimal) ?? []
  return whole.length > maxDigits || (sign === '-' && !isSigned) ? null : minorOf(decimal, currency)
}

/** Browsers send line breaks of text areas as CR LF. */
export function withUnixLines(typed: string): string {
  return typed.replaceAll('\r\n', '\n')
}

/** Parses a required text of a text area. Browsers count a line break as one character. */
export function typedLines(maxLength: number) {
  return z.string().transform(withUnixLines).pipe(z.string().trim().min(1).max(maxLength))
}
