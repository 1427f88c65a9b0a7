import { z } from 'zod'
import type { RefundForOffice } from './order-for-office.ts'
import {
  assignRefund,
  cancelRefund,
  recordRefund,
  refundOrder,
  refundRefusal,
  revertRefund,
} from './refund-actions.ts'
import { formatMoney, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice } from '../office/office-context.tsx'
import { LabelledField, ReasonField, reason } from '../office/fields.tsx'
import { defineOrderAction, type FieldsProps, type OrderAction } from './office-line-actions.tsx'
import {
  RefundChoice,
  chosenLines,
  chosenScope,
  recordRefundAction,
  refundAction,
  ScopeFields,
  TransferFields,
  transferFields,
} from './office-refunds.tsx'

/** Accepts any refund, because an action returns the stored answer of a form that was sent before. */
const refundID = z.string()

const retryRefundAction = defineOrderAction({
  name: 'retry-refund',
  isPossible: (order) => order.failedRefunds.length > 0 && refundRefusal(order) === null,
  fields: (props) => <ChosenRefund {...props} refunds={props.order.failedRefunds} />,
  schemaFor: () =>
    z
      .object({ refundID, reason })
      .transform((form) => ({ reason: form.reason, scope: failedScope(form.refundID) })),
  run: refundOrder,
})

const repayRefundAction = defineOrderAction({
  name: 'repay-refund',
  isPossible: ({ failedRefunds }) => failedRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.failedRefunds} />
      <TransferFields {...props} />
    </>
  ),
  schemaFor: () =>
    z
      .object({ refundID, ...transferFields })
      .transform(({ refundID: id, ...form }) => ({ ...form, scope: failedScope(id) })),
  run: recordRefund,
})

const failedScope = (id: string) => ({ kind: 'failed', refundID: id }) as const

const cancelRefundAction = defineOrderAction({
  name: 'cancel-refund',
  isPossible: ({ failedRefunds }) => failedRefunds.length > 0,
  fields: (props) => <ChosenRefund {...props} refunds={props.order.failedRefunds} />,
  schemaFor: () => z.object({ refundID, reason }),
  run: cancelRefund,
})

const revertRefundAction = defineOrderAction({
  name: 'revert-refund',
  isPossible: ({ handRefunds }) => handRefunds.length > 0,
  fields: (props) => <ChosenRefund {...props} refunds={props.order.handRefunds} />,
  schemaFor: () => z.object({ refundID, reason }),
  run: revertRefund,
})

const assignRefundAction = defineOrderAction({
  name: 'assign-refund',
  isPossible: ({ unassignedRefunds }) => unassignedRefunds.length > 0,
  fields: AssignFields,
  schemaFor: (order) =>
    chosenLines
      .extend({ scope: z.string(), refundID, reason })
      .transform(({ scope, refundID: id, reason: why, ...rest }, context) => {
        const form = { refundID: id, reason: why }
        if (scope === 'none') return { ...form, purpose: { kind: scope } as const }
        if (scope.startsWith(samePrefix)) {
          const same = scope.slice(samePrefix.length)
          return { ...form, purpose: { kind: 'same', refundID: same } as const }
        }
        const lines = chosenLines.safeParse({ ...rest, scope })
        const chosen = lines.success ? chosenScope(order, lines.data) : 'returned'
        if (typeof chosen === 'object' && (chosen.kind === 'order' || chosen.kind === 'lines'))
          return { ...form, purpose: chosen }
        context.addIssue({ code: 'custom', path: ['returned'] })
        return z.NEVER
      }),
  run: assignRefund,
})

const samePrefix = 'same-'

/** Chooses what a reported refund was for: lines, nothing, or another refund that it made. */
function AssignFields(props: FieldsProps) {
  const { locale, words } = useOffice()
  const { values, order } = props
  const same = [...order.failedRefunds, ...order.handRefunds]
  return (
    <>
      <RefundField {...props} refunds={order.unassignedRefunds} />
      <ScopeFields {...props} last={{ scope: 'none', text: 'refund.none' }}>
        {same.map((refund) => (
          <RefundChoice
            key={refund.id}
            name="scope"
            value={samePrefix + refund.id}
            isChosen={values['scope'] === samePrefix + refund.id}
            isRequired
          >
            {words(refund.transfer === null ? 'refund.sameFailed' : 'refund.sameByHand', {
              refund: refundName(locale, refund),
            })}
          </RefundChoice>
        ))}
      </ScopeFields>
      <ReasonField {...props} />
    </>
  )
}

type RefundFieldProps = FieldsProps & { readonly refunds: readonly RefundForOffice[] }

function ChosenRefund(props: RefundFieldProps) {
  return (
    <>
      <RefundField {...props} />
      <ReasonField {...props} />
    </>
  )
}

/** Chooses a refund. Without a choice, shows which refund the form is about. */
function RefundField({ values, refunds }: RefundFieldProps) {
  const { locale, words } = useOffice()
  const [first, ...others] = refunds
  if (!first) return null
  const name = 'refundID'
  if (others.length === 0)
    return (
      <p>
        <input type="hidden" name={name} value={first.id} />
        {words('fields.refundID')}: <b>{refundName(locale, first)}</b>
      </p>
    )
  return (
    <LabelledField label={words('fields.refundID')}>
      <select name={name} defaultValue={values[name]}>
        {refunds.map((refund) => (
          <option key={refund.id} value={refund.id}>
            {refundName(locale, refund)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

function refundName(locale: Locale, { amount, transfer, requestedAt }: RefundForOffice): string {
  return [formatMoney(locale, amount), transfer, formatTime(requestedAt)]
    .filter((part) => part !== null)
    .join(' · ')
}

/** The forms about refunds, in the order in which they are shown. */
export const refundActions: readonly OrderAction[] = [
  assignRefundAction,
  retryRefundAction,
  repayRefundAction,
  cancelRefundAction,
  refundAction,
  recordRefundAction,
  revertRefundAction,
]
