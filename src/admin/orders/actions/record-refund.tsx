import { Fragment, useContext } from 'react'
import { z } from 'zod'
import type { OrderForStaff } from '../../../orders/order-for-office.ts'
import { recordRefund } from '../../../orders/record-refund.ts'
import type { RefundScope } from '../../../orders/refund-order.ts'
import { oneLine, maxTransfer } from '../../../kit/limits.shared.ts'
import { formatMoney, formatTyped } from '../../../words/formats.shared.ts'
import { FieldProblemContext } from '../../field-problem.tsx'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { ReasonField, reason } from '../../reason-field.tsx'
import type { FormFields } from '../../routing/form-fields.ts'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'
import { lineOptions, scopeOf } from './refund.tsx'

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
