import { sumOf } from '../kit/money.shared.ts'
import { Fragment, useContext, type ReactNode } from 'react'
import { z } from 'zod'
import type { OrderForOffice } from './order-for-office.ts'
import { recordRefund, refundOrder, refundRefusal, shareOf } from './refund-actions.ts'
import type { RefundScope } from './refund-actions.ts'
import { oneLine, maxTransferReference } from '../kit/limits.shared.ts'
import { formatMoney, formatTyped } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice, type OfficeWords } from '../office/office-context.tsx'
import { FieldProblemContext } from '../office/action-form.tsx'
import { LabelledField, ReasonField, reason, typedMinor } from '../office/fields.tsx'
import { defineOrderAction, type FieldsProps } from './office-line-actions.tsx'

export const refundAction = defineOrderAction({
  name: 'refund',
  isPossible: (order) => refundRefusal(order) === null,
  fields: RefundFields,
  schemaFor: (order) =>
    z
      .object({ scope: z.string(), amount: z.string().default(''), reason })
      .transform(({ scope, amount, ...values }, context) => {
        // If staff typed an amount, the form must not refund everything.
        const isUnchosen = scope !== 'amount' && amount.trim() !== '' && !isPrefilled(order, amount)
        const chosen = isUnchosen ? null : scopeOf(order, scope, amount)
        if (chosen) return { ...values, scope: chosen }
        context.addIssue({ code: 'custom', path: [isUnchosen ? 'unchosenAmount' : 'amount'] })
        return z.NEVER
      }),
  run: refundOrder,
})

/** Chooses everything, one line, or an amount. */
function RefundFields(props: FieldsProps) {
  const { locale, words } = useOffice()
  const { values, order, alerts } = props
  const { unrefunded } = order
  const isOvercharged = alerts.some(({ kind }) => kind === 'overcharged')
  const excess = isOvercharged ? excessOf(order) : 0
  const prefilled = excess > 0 ? formatTyped(locale, { ...unrefunded, minor: excess }) : ''
  const chosen = values['scope'] ?? (prefilled === '' ? 'order' : 'amount')
  const options = [
    { scope: 'order', text: words('refund.order', { amount: formatMoney(locale, unrefunded) }) },
    ...lineOptions(order, words, locale),
    { scope: 'amount', text: words('refund.amount') },
  ]
  return (
    <>
      <fieldset>
        <legend>{words('fields.scope')}</legend>
        {options.map(({ scope, text }) => (
          <RefundChoice key={scope} name="scope" value={scope} isChosen={scope === chosen}>
            {text}
          </RefundChoice>
        ))}
      </fieldset>
      <AmountField {...props} defaultValue={prefilled} />
      <ReasonField {...props} />
    </>
  )
}

type RefundChoiceProps = {
  readonly type?: 'radio' | 'checkbox'
  readonly name: string
  readonly value: string
  readonly isChosen: boolean
  readonly isRequired?: boolean
  readonly children: string
}

export function RefundChoice({
  type = 'radio',
  isChosen,
  isRequired = false,
  children,
  ...input
}: RefundChoiceProps) {
  return (
    <label className="check">
      <input type={type} {...input} defaultChecked={isChosen} required={isRequired} />
      {children}
    </label>
  )
}

function AmountField({ values, order, defaultValue }: FieldsProps & { defaultValue?: string }) {
  const { locale, words } = useOffice()
  return (
    <LabelledField label={words('fields.amount')}>
      <input
        name="amount"
        inputMode="decimal"
        placeholder={formatTyped(locale, order.unrefunded)}
        defaultValue={values['amount'] ?? defaultValue}
      />
      <small>{words('refund.amountHint', { currency: order.unrefunded.currency })}</small>
    </LabelledField>
  )
}

/** Returns the lines with the amounts that a refund of each would take from the payments. */
function lineOptions(order: OrderForOffice, words: OfficeWords, locale: Locale) {
  const kept = order.lines.filter(({ isReturned }) => !isReturned)
  if (kept.length < 2) return []
  return kept.flatMap(({ position, title }) => {
    const share = shareOf(order, { kind: 'lines', positions: [position] })
    if (share === null) return []
    const amount = formatMoney(locale, share.amount)
    return [{ scope: nameOf(position), text: words('refund.line', { title, amount }) }]
  })
}

const nameOf = (position: number) => `line-${position}`

/** Whether the amount is the excess that the customer paid, which the form may contain. */
function isPrefilled(order: OrderForOffice, amount: string): boolean {
  const excess = excessOf(order)
  return excess > 0 && minorIn(order, amount) === excess
}

function minorIn({ unrefunded }: Pick<OrderForOffice, 'unrefunded'>, amount: string) {
  return typedMinor(amount, unrefunded.currency, { maxDigits: 9, isSigned: false })
}

/** Returns the scope of the chosen option, or null if the amount is wrong. */
function scopeOf(order: OrderForOffice, scope: string, amount: string): RefundScope | null {
  if (scope === 'order') return { kind: 'order' }
  if (scope === 'amount') {
    const minor = minorIn(order, amount)
    return minor === null || minor === 0 ? null : { kind: 'amount', minor }
  }
  const line = order.lines.find(({ position }) => scope === nameOf(position))
  return line ? { kind: 'lines', positions: [line.position] } : null
}

/** A transfer by hand, and why. */
export const transferFields = {
  returnedOn: z.iso.date(),
  transfer: z.string().trim().min(1).max(maxTransferReference).regex(oneLine),
  reason,
}

export const chosenLines = z.looseObject({
  scope: z.enum(['order', 'lines', 'amount', 'none']),
  amount: z.string().trim().default(''),
})

export const recordRefundAction = defineOrderAction({
  name: 'record-refund',
  isPossible: ({ unrefunded }) => unrefunded.minor > 0,
  fields: (props) => (
    <>
      <ScopeFields {...props} last={{ scope: 'amount', text: 'refund.amount' }} />
      <AmountField {...props} />
      <TransferFields {...props} />
    </>
  ),
  schemaFor: (order) =>
    chosenLines
      .extend(transferFields)
      .transform(({ scope, amount, returnedOn, transfer, reason: why, ...rest }, context) => {
        const chosen = chosenScope(order, { scope, amount, ...rest })
        if (typeof chosen === 'object') return { scope: chosen, returnedOn, transfer, reason: why }
        context.addIssue({ code: 'custom', path: [chosen] })
        return z.NEVER
      }),
  run: recordRefund,
})

/** Returns the scope, or the field that is wrong. A record must not contain more than was chosen. */
export function chosenScope(
  order: OrderForOffice,
  { scope, amount, ...rest }: z.output<typeof chosenLines>,
): RefundScope | 'unchosenAmount' | 'returned' | 'amount' {
  const positions = order.lines
    .map(({ position }) => position)
    .filter((position) => rest[nameOf(position)] === 'yes')
  if (scope !== 'amount' && amount !== '') return 'unchosenAmount'
  if (scope === 'lines') return positions.length > 0 ? { kind: scope, positions } : 'returned'
  if (positions.length > 0) return 'returned'
  return scopeOf(order, scope, amount) ?? 'amount'
}

export function TransferFields(props: FieldsProps) {
  const { words } = useOffice()
  const { values } = props
  return (
    <>
      <LabelledField label={words('fields.returnedOn')}>
        <input type="date" name="returnedOn" defaultValue={values['returnedOn']} required />
      </LabelledField>
      <LabelledField label={words('fields.transfer')}>
        <input
          name="transfer"
          maxLength={maxTransferReference}
          defaultValue={values['transfer']}
          required
        />
        <small>{words('refund.transferHint')}</small>
      </LabelledField>
      <ReasonField {...props} />
    </>
  )
}

type ScopeProps = FieldsProps & {
  /** Options after everything and some lines. */
  readonly last: { readonly scope: string; readonly text: 'refund.amount' | 'refund.none' }
  readonly children?: ReactNode
}

type LineBoxesProps = Pick<FieldsProps, 'values'> & {
  readonly lines: ReturnType<typeof lineOptions>
}

function LineBoxes({ values, lines }: LineBoxesProps) {
  return lines.map(({ scope: name, text }) => (
    <RefundChoice
      key={name}
      type="checkbox"
      name={name}
      value="yes"
      isChosen={values[name] === 'yes'}
    >
      {text}
    </RefundChoice>
  ))
}

/** Chooses everything, some lines, or no line. Nothing is chosen at first. */
export function ScopeFields({ last, children, ...props }: ScopeProps) {
  const { locale, words } = useOffice()
  const { values, order } = props
  const problem = useContext(FieldProblemContext)
  const lines = lineOptions(order, words, locale)
  const everything = words('refund.order', { amount: formatMoney(locale, order.unrefunded) })
  const options = [
    { scope: 'order', text: last.scope === 'none' ? words('refund.allLines') : everything },
    ...(lines.length === 0 ? [] : [{ scope: 'lines', text: words('refund.lines') }]),
    { scope: last.scope, text: words(last.text) },
  ]
  return (
    <fieldset>
      <legend>{words('fields.returned')}</legend>
      {options.map(({ scope, text }) => (
        <Fragment key={scope}>
          <RefundChoice name="scope" value={scope} isChosen={scope === values['scope']} isRequired>
            {text}
          </RefundChoice>
          {scope === 'lines' && <LineBoxes values={values} lines={lines} />}
        </Fragment>
      ))}
      {children}
      {problem?.fields.includes('returned') === true && (
        <small className="wrong">{problem.text}</small>
      )}
    </fieldset>
  )
}

/** Returns the minor units that the customer paid in excess of the lines that are not returned. */
export function excessOf({ lines, unrefunded }: OrderForOffice): number {
  const kept = lines.filter(({ isReturned }) => !isReturned)
  return unrefunded.minor - sumOf(kept.map(({ amount }) => amount))
}
