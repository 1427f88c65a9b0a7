import type { ReactNode } from 'react'
import { z } from 'zod'
import { isMoneyBack } from './operations.ts'
import type { ActionInput } from '../api/perform-action.ts'
import type { OrderActionName, StaffMember } from '../api/staff.ts'
import type { BackendContext } from '../context.ts'
import type { Result } from '../kit/result.shared.ts'
import { maxLength } from '../kit/limits.shared.ts'
import type { ActionFailure } from '../office/action-form.tsx'
import { InputFields, reasonInput } from '../office/fields.tsx'
import type { Input, Inputs, InputValues } from '../office/fields.tsx'
import type { Office } from '../office/office-context.tsx'
import type { OpenAlert } from '../office/open-alerts.ts'
import { defineSubjectAction, schemaOf } from '../office/actions.tsx'
import type { ActionFieldsProps, OfficeAction } from '../office/actions.tsx'
import { resendMail } from './order-actions.ts'
import type { LineForOffice, OrderForOffice } from './order-for-office.ts'
import { exchangePlan, reissueEsim, replacementRefusal } from './replace-line.ts'

/** An order with its alerts, as on Today. */
export type OrderSubject = { readonly order: OrderForOffice; readonly alerts: readonly OpenAlert[] }
export type FieldsProps = Omit<ActionFieldsProps<OrderSubject>, 'subject'> & OrderSubject

/** A form on an order's page, and its action. */
export type OrderAction = OfficeAction<OrderActionName, OrderSubject>

type OrderActionDefinition<Values> = {
  readonly name: OrderActionName
  readonly isPossible: (order: OrderForOffice) => boolean
  readonly fields: (props: FieldsProps) => ReactNode
  readonly schemaFor: (order: OrderForOffice) => z.ZodType<Values>
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: ActionInput & { readonly invoiceID: string } & Values,
  ) => Promise<Result<unknown, ActionFailure>>
}

/** Defines an action of an order with a form of its own. */
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

type OrderFormAction<Form extends Inputs> = Omit<
  OrderActionDefinition<InputValues<NoInfer<Form>>>,
  'fields' | 'schemaFor'
> & { readonly inputs: (order: OrderForOffice) => Form }

/** Defines an action of an order whose form is rendered from its inputs. */
export function orderAction<Form extends Inputs>({
  inputs,
  ...action
}: OrderFormAction<Form>): OrderAction {
  return defineOrderAction({
    ...action,
    fields: ({ order, values }) => <InputFields inputs={inputs(order)} values={values} />,
    schemaFor: (order) => schemaOf<Form>(inputs(order)),
  })
}

export const resendAction = orderAction({
  name: 'resend',
  isPossible: (order) =>
    order.frozenAt === null && !isMoneyBack(order.status) && deliveredLines(order).length > 0,
  inputs: (order: OrderForOffice) => ({ position: lineInput(order, deliveredLines(order)) }),
  run: resendMail,
})

export const reissueAction = orderAction({
  name: 'reissue',
  isPossible: isReplaceable,
  inputs: (order: OrderForOffice) => ({
    position: lineInput(order, unusedLines(order)),
    reason: reasonInput,
  }),
  run: reissueEsim,
})

export const exchangeAction = orderAction({
  name: 'exchange',
  isPossible: isReplaceable,
  inputs: (order: OrderForOffice) => ({
    position: lineInput(order, unusedLines(order)),
    tariffID: {
      schema: z.string().trim().min(1).max(maxLength.tariffID),
      maxLength: maxLength.tariffID,
      placeholder: order.lines[0]?.tariffID,
      hint: ({ words }: Office) => words('order.tariffHint'),
    },
    reason: reasonInput,
  }),
  run: exchangePlan,
})

/**
 * Chooses one of several lines by its number. Accepts every line of the order, because the action
 * returns the stored answer of a form that has already replaced its line.
 */
function lineInput(order: OrderForOffice, lines: readonly LineForOffice[]): Input<number> {
  const positions = order.lines.map(({ position }) => String(position))
  const schema = z
    .string()
    .refine((position) => positions.includes(position))
    .transform(Number)
  const [first, ...others] = lines
  if (others.length === 0) return { schema, kind: 'fixed', value: String(first?.position) }
  return {
    schema,
    kind: 'choice',
    options: () => lines.map(({ position, title }) => [position, `${position}. ${title}`]),
  }
}

/** Lines with an eSIM that its customer can see. An erased customer cannot see any. */
function deliveredLines({ lines }: OrderForOffice): readonly LineForOffice[] {
  return lines.filter(
    ({ iccid, isReturned, isErased }) => iccid !== null && !isReturned && !isErased,
  )
}

/** Whether the order is paid, not frozen, disputed or refunded, and has an unused eSIM. */
function isReplaceable(order: OrderForOffice): boolean {
  return replacementRefusal(order) === null && unusedLines(order).length > 0
}

/** Lines whose eSIM has not been used. */
function unusedLines(order: OrderForOffice): readonly LineForOffice[] {
  return deliveredLines(order).filter(({ isUsed }) => !isUsed)
}
