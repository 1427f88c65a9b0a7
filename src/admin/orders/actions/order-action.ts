import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { BackendContext } from '../../../context.ts'
import type { OrderForStaff } from '../../../orders/order-for-office.ts'
import type { ActionInput, ActionResult } from '../../../api/perform-action.ts'
import type { OrderActionName, StaffMember } from '../../../api/staff.ts'
import type { OpenAlert } from '../../../office/open-alerts.ts'
import { defineSubjectAction } from '../../subject-action.ts'
import type { SubjectAction, SubjectFieldsProps } from '../../subject-action.ts'

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
