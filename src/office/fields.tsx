import { Children, cloneElement, isValidElement, useContext, useId } from 'react'
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import { FieldProblemContext } from './action-form.tsx'
import { isReason, maxReason } from '../api/staff.ts'
import { useOffice } from './office.tsx'
import type { FormFields } from './form-body.ts'
import { minorDigits, minorOf } from '../kit/money.shared.ts'
import type { Currency } from '../kit/money.shared.ts'

type Props = {
  readonly label: string
  /** An input with its explanation. */
  readonly children: ReactNode
}

type FieldPartProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'autoFocus' | 'aria-invalid' | 'aria-describedby'
>

// The id is unique, because a page shows one rejected form and only its first problem.
const problemID = 'problem'

/**
 * Shows a field. Its explanation is its description, not a part of its name. Marks the field that
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

/** The reason for an action. The audit stores it. */
export const reason = z.string().trim().refine(isReason)

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
  const decimal = typed.trim().replace(',', '.').replace('−', '-')
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const isShortEnough = whole.length <= maxDigits && fraction.length <= minorDigits(currency)
  if (whole === '' || !isShortEnough || (sign === '-' && !isSigned)) return null
  return minorOf(decimal, currency)
}

/** Browsers send line breaks of text areas as CR LF. */
export function withUnixLines(typed: string): string {
  return typed.replaceAll('\r\n', '\n')
}

/** Parses a required text of a text area. Browsers count a line break as one character. */
export function typedLines(maxLength: number) {
  return z.string().transform(withUnixLines).pipe(z.string().trim().min(1).max(maxLength))
}
