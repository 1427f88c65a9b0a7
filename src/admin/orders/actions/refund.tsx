import { z } from 'zod'
import type { OrderForStaff } from '../../../orders/order-for-office.ts'
import { refundOrder, refundRefusal, shareOfLines } from '../../../orders/refund-order.ts'
import type { RefundScope } from '../../../orders/refund-order.ts'
import { formatMoney, formatTyped } from '../../../words/formats.shared.ts'
import type { Locale } from '../../../words/locales.shared.ts'
import type { AdminWords } from '../../admin-words.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
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
export function lineOptions(order: OrderForStaff, words: AdminWords, locale: Locale) {
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
export function scopeOf(order: OrderForStaff, scope: string, amount: string): RefundScope | null {
  if (scope === 'order') return { kind: 'order' }
  if (scope === 'amount') {
    const minor = minorIn(order, amount)
    return minor === null || minor === 0 ? null : { kind: 'amount', minor }
  }
  const line = order.lines.find(({ position }) => scope === `line-${position}`)
  return line ? { kind: 'lines', positions: [line.position] } : null
}
