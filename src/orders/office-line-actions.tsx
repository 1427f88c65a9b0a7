import type { ReactNode } from 'react'
import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import type { OrderForStaff, LineForStaff } from './order-for-office.ts'
import type { ActionInput, ActionResult } from '../api/perform-action.ts'
import type { OrderActionName, StaffMember } from '../api/staff.ts'
import type { OpenAlert } from '../office/open-alerts.ts'
import { defineSubjectAction } from '../office/subject-forms.tsx'
import type { SubjectAction, SubjectFieldsProps } from '../office/subject-forms.tsx'
import { resendMail } from './order-actions.ts'
import { reissueEsim, exchangePlan, replacementRefusal } from './replace-line.ts'
import { ReasonField, reason, LabelledField } from '../office/fields.tsx'
import { maxLength } from '../kit/limits.shared.ts'
import { useOffice } from '../office/office.tsx'

/** An order with its alerts, as on Today. */
export type OrderSubject = {
  readonly order: OrderForStaff
  readonly alerts: readonly OpenAlert[]
}
export type FieldsProps = Omit<SubjectFieldsProps<OrderSubject>, 'subject'> & OrderSubject

/** A form on an order's page, and its action. */
export type OrderAction = SubjectAction<OrderActionName, OrderSubject>

type OrderActionDefinition<Values> = {
  readonly name: OrderActionName
  readonly isPossible: (order: OrderForStaff) => boolean
  readonly fields: (props: FieldsProps) => ReactNode
  readonly schemaFor: (order: OrderForStaff) => z.ZodType<Values>
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: ActionInput & { readonly invoiceID: string } & Values,
  ) => Promise<ActionResult>
}

/** Defines an action of a subject that is an order. Most actions do not need its alerts. */
export function defineOrderAction<Values extends object>({
  name,
  isPossible,
  fields,
  schemaFor,
  run,
}: OrderActionDefinition<Values>): OrderAction {
  return defineSubjectAction<OrderActionName, OrderSubject, Values>({
    name,
    isPossible: ({ order }) => isPossible(order),
    fields: ({ subject, ...props }) => fields({ ...props, ...subject }),
    schemaFor: ({ order }) => schemaFor(order),
    run: async (context, person, input, { order: { invoiceID } }) =>
      run(context, person, { ...input, invoiceID }),
  })
}

export const resendAction = defineOrderAction({
  name: 'resend',
  isPossible: (order) =>
    order.frozenAt === null && order.status !== 'refunded' && deliveredLines(order).length > 0,
  fields: ({ values, order }) => <LineField values={values} lines={deliveredLines(order)} />,
  schemaFor: (order) => z.object({ position: positionOf(order) }),
  run: resendMail,
})

export const reissueAction = defineOrderAction({
  name: 'reissue',
  isPossible: (order) => isReplaceable(order) && unusedLines(order).length > 0,
  fields: (props) => (
    <>
      <LineField {...props} lines={unusedLines(props.order)} />
      <ReasonField {...props} />
    </>
  ),
  schemaFor: (order) => z.object({ position: positionOf(order), reason }),
  run: reissueEsim,
})

export const exchangeAction = defineOrderAction({
  name: 'exchange',
  isPossible: (order) => isReplaceable(order) && unusedLines(order).length > 0,
  fields: ExchangeFields,
  schemaFor: (order) =>
    z.object({
      position: positionOf(order),
      tariffID: z.string().trim().min(1).max(maxLength.tariffID),
      reason,
    }),
  run: exchangePlan,
})

function ExchangeFields({ values, order }: FieldsProps) {
  const { words } = useOffice()
  return (
    <>
      <LineField values={values} lines={unusedLines(order)} />
      <LabelledField label={words('fields.tariffID')}>
        <input
          name="tariffID"
          maxLength={maxLength.tariffID}
          placeholder={order.lines[0]?.tariffID}
          defaultValue={values['tariffID']}
          required
        />
        <small>{words('order.tariffHint')}</small>
      </LabelledField>
      <ReasonField values={values} />
    </>
  )
}

/**
 * Parses the number of a line, as a form sends it. Accepts every line of the order, because the
 * action returns the stored answer of a form that has already replaced its line.
 */
function positionOf({ lines }: Pick<OrderForStaff, 'lines'>) {
  const positions = lines.map(({ position }) => String(position))
  return z
    .string()
    .refine((position) => positions.includes(position))
    .transform(Number)
}

/** Lines with an eSIM that its customer can see. An erased customer cannot see any. */
function deliveredLines({ lines }: OrderForStaff): readonly LineForStaff[] {
  return lines.filter(
    ({ iccid, isReturned, isErased }) => iccid !== null && !isReturned && !isErased,
  )
}

/** Whether the order is paid, and not frozen, disputed or refunded. */
function isReplaceable(order: OrderForStaff): boolean {
  return replacementRefusal(order) === null
}

/** Lines whose eSIM has not been used. */
function unusedLines(order: OrderForStaff): readonly LineForStaff[] {
  return deliveredLines(order).filter(({ isUsed }) => !isUsed)
}

type Props = Pick<FieldsProps, 'values'> & { readonly lines: readonly LineForStaff[] }

/** Chooses a line. The field is hidden when there is only one line. */
function LineField({ values, lines }: Props) {
  const { words } = useOffice()
  const [first, ...others] = lines
  if (!first) return null
  if (others.length === 0) return <input type="hidden" name="position" value={first.position} />
  return (
    <LabelledField label={words('fields.position')}>
      <select name="position" defaultValue={values['position']}>
        {lines.map(({ position, title }) => (
          <option key={position} value={position}>
            {position}. {title}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}
