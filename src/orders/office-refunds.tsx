import { z } from 'zod'
import { Fragment, useContext } from 'react'
import type { OrderForStaff, ManualRefund } from './order-for-office.ts'
import { refundOrder, refundRefusal, shareOfLines } from './refund-order.ts'
import type { RefundScope } from './refund-order.ts'
import { formatMoney, formatTyped, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeWords } from '../office/office.tsx'
import { LabelledField, ReasonField, reason, typedMinor } from '../office/fields.tsx'
import { defineOrderAction } from './office-line-actions.tsx'
import type { FieldsProps } from './office-line-actions.tsx'
import { recordRefund } from './record-refund.ts'
import { oneLine, maxTransfer } from '../kit/limits.shared.ts'
import { FieldProblemContext } from '../office/action-form.tsx'
import type { FormFields } from '../office/form-body.ts'
import { confirmRefund } from './confirm-refund.ts'
import { cancelRefund } from './cancel-refund.ts'
import { revertRefund } from './revert-refund.ts'
import type { Money } from '../kit/money.shared.ts'

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
          <label key={scope} className="check">
            <input type="radio" name="scope" value={scope} defaultChecked={scope === chosen} />
            {text}
          </label>
        ))}
      </fieldset>
      <LabelledField label={words('fields.amount')}>
        <input
          name="amount"
          inputMode="decimal"
          placeholder={formatTyped(locale, unrefunded)}
          defaultValue={values['amount'] ?? prefilled}
        />
        <small>{words('refund.amountHint', { currency: unrefunded.currency })}</small>
      </LabelledField>
      <ReasonField {...props} />
    </>
  )
}

/** Returns the lines with the amounts that a refund of each would take from the payments. */
function lineOptions(order: OrderForStaff, words: OfficeWords, locale: Locale) {
  const kept = order.lines.filter(({ isReturned }) => !isReturned)
  if (kept.length < 2) return []
  return kept.flatMap(({ position, title }) => {
    const share = shareOfLines(order, [position])
    if (share === null) return []
    const amount = formatMoney(locale, { ...order.unrefunded, minor: share.minor })
    const text = share.minor > 0 ? 'refund.line' : 'refund.paidLine'
    return [{ scope: `line-${position}`, text: words(text, { title, amount }) }]
  })
}

/** Whether the amount is the excess that the customer paid, which the form may contain. */
function isPrefilled(order: OrderForStaff, amount: string): boolean {
  const excess = excessOf(order)
  return excess > 0 && minorIn(order, amount) === excess
}

function minorIn({ unrefunded }: Pick<OrderForStaff, 'unrefunded'>, amount: string): number | null {
  return typedMinor(amount, unrefunded.currency, { maxDigits: 9, isSigned: false })
}

/** Returns the scope of the chosen option, or null if the amount is wrong. */
function scopeOf(order: OrderForStaff, scope: string, amount: string): RefundScope | null {
  if (scope === 'order') return { kind: 'order' }
  if (scope === 'amount') {
    const minor = minorIn(order, amount)
    return minor === null || minor === 0 ? null : { kind: 'amount', minor }
  }
  const line = order.lines.find(({ position }) => scope === `line-${position}`)
  return line ? { kind: 'lines', positions: [line.position] } : null
}

const recordForm = z.looseObject({
  scope: z.enum(['order', 'lines', 'amount']),
  amount: z.string().trim().default(''),
  returnedOn: z.iso.date(),
  transfer: z.string().trim().min(1).max(maxTransfer).regex(oneLine),
  reason,
  isConfirmed: z.literal('yes').optional(),
})

export const recordRefundAction = defineOrderAction({
  name: 'record-refund',
  isPossible: ({ unrefunded }) => unrefunded.minor > 0,
  fields: RecordFields,
  schemaFor: (order) =>
    recordForm.transform(
      ({ scope, amount, returnedOn, transfer, reason: why, isConfirmed, ...rest }, context) => {
        const chosen = chosenScope(order, { scope, amount, rest })
        const made = { returnedOn, transfer, reason: why, isConfirmed: isConfirmed === 'yes' }
        if (typeof chosen === 'object') return { scope: chosen, ...made }
        context.addIssue({ code: 'custom', path: [chosen] })
        return z.NEVER
      },
    ),
  run: recordRefund,
})

type TypedScope = {
  readonly scope: z.output<typeof recordForm>['scope']
  readonly amount: string
  /** The other fields, such as `line-1`. */
  readonly rest: { readonly [name: string]: unknown }
}

/** Returns the scope, or the field that is wrong. A record must not contain more than was chosen. */
function chosenScope(
  order: OrderForStaff,
  { scope, amount, rest }: TypedScope,
): RefundScope | string {
  const positions = order.lines
    .map(({ position }) => position)
    .filter((position) => rest[nameOf(position)] === 'yes')
  if (scope !== 'amount' && amount !== '') return 'unchosenAmount'
  if (scope === 'lines') return positions.length > 0 ? { kind: scope, positions } : 'returned'
  if (positions.length > 0) return 'returned'
  return scopeOf(order, scope, amount) ?? 'amount'
}

const nameOf = (position: number) => `line-${position}`

function RecordFields(props: FieldsProps) {
  const { locale, words } = useOffice()
  const { values, order } = props
  return (
    <>
      <ScopeFields {...props} />
      <LabelledField label={words('fields.amount')}>
        <input
          name="amount"
          inputMode="decimal"
          placeholder={formatTyped(locale, order.unrefunded)}
          defaultValue={values['amount']}
        />
        <small>{words('refund.amountHint', { currency: order.unrefunded.currency })}</small>
      </LabelledField>
      <LabelledField label={words('fields.returnedOn')}>
        <input type="date" name="returnedOn" defaultValue={values['returnedOn']} required />
      </LabelledField>
      <LabelledField label={words('fields.transfer')}>
        <input name="transfer" maxLength={maxTransfer} defaultValue={values['transfer']} required />
        <small>{words('refund.transferHint')}</small>
      </LabelledField>
      <ReasonField {...props} />
      {order.isRefundReported && (
        <label className="check">
          <input
            type="checkbox"
            name="isConfirmed"
            value="yes"
            defaultChecked={values['isConfirmed'] === 'yes'}
          />
          {words('refund.isConfirmed')}
        </label>
      )}
    </>
  )
}

/** Chooses everything, some lines, or an amount. Nothing is chosen at first. */
function ScopeFields(props: FieldsProps) {
  const { locale, words } = useOffice()
  const { values, order } = props
  const problem = useContext(FieldProblemContext)
  const lines = lineOptions(order, words, locale)
  const options = [
    {
      scope: 'order',
      text: words('refund.order', { amount: formatMoney(locale, order.unrefunded) }),
    },
    ...(lines.length === 0 ? [] : [{ scope: 'lines', text: words('refund.lines') }]),
    { scope: 'amount', text: words('refund.amount') },
  ]
  return (
    <fieldset>
      <legend>{words('fields.returned')}</legend>
      {options.map(({ scope, text }) => (
        <Fragment key={scope}>
          <label className="check">
            <input
              type="radio"
              name="scope"
              value={scope}
              defaultChecked={scope === values['scope']}
              required
            />
            {text}
          </label>
          {scope === 'lines' &&
            lines.map((line) => (
              <LineBox key={line.scope} name={line.scope} text={line.text} values={values} />
            ))}
        </Fragment>
      ))}
      {problem?.fields.includes('returned') === true && (
        <small className="wrong">{problem.text}</small>
      )}
    </fieldset>
  )
}

function LineBox({
  name,
  text,
  values,
}: {
  readonly name: string
  readonly text: string
  readonly values: FormFields
}) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value="yes" defaultChecked={values[name] === 'yes'} />
      {text}
    </label>
  )
}

export const confirmRefundAction = defineOrderAction({
  name: 'confirm-refund',
  isPossible: ({ doubtedRefunds }) => doubtedRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.doubtedRefunds} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: confirmRefund,
})

export const cancelRefundAction = defineOrderAction({
  name: 'cancel-refund',
  isPossible: ({ refusedRefunds }) => refusedRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.refusedRefunds} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: cancelRefund,
})

export const revertRefundAction = defineOrderAction({
  name: 'revert-refund',
  isPossible: ({ manualRefunds }) => manualRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={doubtedFirst(props.order)} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: revertRefund,
})

/** The refund that an alert is about comes first, because it is chosen first. */
function doubtedFirst({ manualRefunds, doubtedRefunds }: OrderForStaff): readonly ManualRefund[] {
  return [...new Set([...doubtedRefunds, ...manualRefunds])]
}

type ChosenRefund = {
  readonly requestedAt: string
  readonly amount: Money
  /** The reference that staff gave a refund which they recorded. */
  readonly reference?: string
}
type Props = Pick<FieldsProps, 'values'> & { readonly refunds: readonly ChosenRefund[] }

/** Chooses a refund. Without a choice, shows which refund the form is about. */
function RefundField({ values, refunds }: Props) {
  const { locale, words } = useOffice()
  const [first, ...others] = refunds
  if (!first) return null
  const name = 'requestedAt'
  const nameOf = ({ requestedAt, amount, reference }: ChosenRefund) =>
    [formatMoney(locale, amount), reference, formatTime(requestedAt)]
      .filter((part) => part !== undefined)
      .join(' · ')
  if (others.length === 0)
    return (
      <p>
        <input type="hidden" name={name} value={first.requestedAt} />
        {words('fields.requestedAt')}: <b>{nameOf(first)}</b>
      </p>
    )
  return (
    <LabelledField label={words('fields.requestedAt')}>
      <select name={name} defaultValue={values[name]}>
        {refunds.map((refund) => (
          <option key={refund.requestedAt} value={refund.requestedAt}>
            {nameOf(refund)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

/** Returns the minor units that the customer paid in excess of the lines that are not returned. */
export function excessOf({ lines, unrefunded }: OrderForStaff): number {
  const kept = lines.filter(({ isReturned }) => !isReturned)
  return unrefunded.minor - kept.reduce((sum, { amount }) => sum + amount.minor, 0)
}
