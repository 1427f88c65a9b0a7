import { z } from 'zod'
import type { OrderForStaff } from '../../../backend/operations/order-for-staff.ts'
import { refundOrder, refundRefusal } from '../../../backend/operations/refund-order.ts'
import type { RefundScope } from '../../../backend/operations/refund-order.ts'
import { decimalOf } from '../../../domain/money.ts'
import { formatMoney } from '../../../locale/formats.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { ReasonField, reason } from '../../reason-field.tsx'
import { typedMinor } from '../../typed-amount.ts'
import { excessOf } from '../excess-of.ts'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

export const refundAction = defineOrderAction({
  name: 'refund',
  isPossible: (order) => refundRefusal(order) === null,
  fields: RefundFields,
  schemaFor: (order) =>
    z
      .object({ scope: z.string(), amount: z.string().default(''), reason })
      .transform(({ scope, amount, ...values }, context) => {
        // If staff typed an amount, the form must not refund everything.
        const isUnchosen =
          scope !== 'amount' && !['', prefilledAmount(order)].includes(amount.trim())
        const chosen = isUnchosen ? null : scopeOf(order, scope, amount)
        if (chosen) return { ...values, scope: chosen }
        context.addIssue({ code: 'custom', path: [isUnchosen ? 'unchosenAmount' : 'amount'] })
        return z.NEVER
      }),
  run: refundOrder,
})

/** Chooses everything, one line, or an amount. */
function RefundFields(props: FieldsProps) {
  const { words, locale, values, order, alerts } = props
  const { unrefunded, lines } = order
  const kept = lines.filter(({ isReturned }) => !isReturned)
  const isOvercharged = alerts.some(({ kind }) => kind === 'overcharged')
  const prefilled = isOvercharged ? prefilledAmount(order) : ''
  const chosen = values['scope'] ?? (prefilled === '' ? 'order' : 'amount')
  const options = [
    { scope: 'order', text: words('refund.order', { amount: formatMoney(locale, unrefunded) }) },
    ...(kept.length > 1 ? kept : []).map(({ position, title, amount }) => ({
      scope: `line-${position}`,
      text: words('refund.line', { title, amount: formatMoney(locale, amount) }),
    })),
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
          placeholder={decimalOf(unrefunded)}
          defaultValue={values['amount'] ?? prefilled}
        />
        <small>{words('refund.amountHint', { currency: unrefunded.currency })}</small>
      </LabelledField>
      <ReasonField {...props} />
    </>
  )
}

/** Returns the excess that the customer paid, for the amount field, or '' if there is none. */
function prefilledAmount(order: OrderForStaff): string {
  const excess = excessOf(order)
  return excess > 0 ? decimalOf({ ...order.unrefunded, minor: excess }) : ''
}

function scopeOf(
  { lines, unrefunded }: OrderForStaff,
  scope: string,
  amount: string,
): RefundScope | null {
  if (scope === 'order') return { kind: 'order' }
  if (scope === 'amount') {
    const minor = typedMinor(amount, unrefunded.currency, { maxDigits: 9, isSigned: false })
    return minor === null || minor === 0 ? null : { kind: 'amount', minor }
  }
  const line = lines.find(({ position }) => scope === `line-${position}`)
  return line ? { kind: 'lines', positions: [line.position] } : null
}
