import { z } from 'zod'
import {
  canFindOrders,
  decideSupplierOrder,
  supplierDecisions,
} from '../../../purchases/decide-supplier-order.ts'
import type { SupplierDecision } from '../../../purchases/decide-supplier-order.ts'
import type { HeldOrder } from '../../../orders/order-for-office.ts'
import { formatTime } from '../../../words/formats.shared.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

const maxReference = 100

const decisionForm = z
  .object({
    // Accepts any key, because the action returns the stored answer of an order that is no longer
    // held.
    key: z.string(),
    decision: z.enum(supplierDecisions),
    reference: z.string().trim().max(maxReference).default(''),
    isConfirmed: z.literal('yes').optional(),
  })
  .refine(({ decision, reference }) => decision !== 'found' || reference !== '', {
    path: ['reference'],
  })
  .transform(({ key, decision: kind, reference, isConfirmed }) => ({
    key,
    decision: { kind, reference, isConfirmed: isConfirmed === 'yes' } satisfies SupplierDecision,
  }))

export const decideSupplierOrderAction = defineOrderAction({
  name: 'decide-supplier-order',
  isPossible: ({ heldOrders }) => heldOrders.length > 0,
  fields: DecisionFields,
  schemaFor: () => decisionForm,
  run: decideSupplierOrder,
})

/** The order, what the person found at the supplier, and the supplier's number of the order. */
function DecisionFields({ values, order: { heldOrders } }: FieldsProps) {
  const { words } = useOffice()
  const blind = heldOrders.find(({ supplier }) => !canFindOrders(supplier))
  return (
    <>
      <LabelledField label={words('fields.key')}>
        <select name="key" defaultValue={values['key']}>
          {heldOrders.map((held) => (
            <option key={held.key} value={held.key}>
              {nameOf(held)}
            </option>
          ))}
        </select>
      </LabelledField>
      <DecisionField values={values} />
      <LabelledField label={words('fields.reference')}>
        <input name="reference" maxLength={maxReference} defaultValue={values['reference']} />
      </LabelledField>
      {blind && (
        <label className="check">
          <input type="checkbox" name="isConfirmed" value="yes" />
          {words('fields.isBlindRetry', { supplier: blind.supplier })}
        </label>
      )}
    </>
  )
}

function DecisionField({ values }: Pick<FieldsProps, 'values'>) {
  const { words } = useOffice()
  return (
    <fieldset>
      <legend>{words('fields.decision')}</legend>
      {supplierDecisions.map((kind) => (
        <label key={kind} className="check">
          <input
            type="radio"
            name="decision"
            value={kind}
            defaultChecked={values['decision'] === kind}
            required
          />
          {words(`supplierDecisions.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

function nameOf({ supplier, planCode, orderedAt }: HeldOrder): string {
  return `${supplier} · ${planCode} · ${formatTime(orderedAt)}`
}
