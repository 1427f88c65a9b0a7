import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { BackendContext } from '../../../backend/context.ts'
import type { OrderForStaff } from '../../../backend/operations/order-for-staff.ts'
import type { ActionInput, ActionResult } from '../../../backend/operations/perform-action.ts'
import type { OrderActionName, StaffMember } from '../../../backend/operations/staff.ts'
import type { OpenAlert } from '../../../backend/reports/open-alerts.ts'
import type { Result } from '../../../domain/result.ts'
import type { Locale } from '../../../locale/locales.ts'
import { invalidForm } from '../../action-form.tsx'
import type { ActionFailure } from '../../action-form.tsx'
import type { AdminWords } from '../../admin-words.ts'
import type { FormFields } from '../../routing/form-fields.ts'

export type FieldsProps = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly order: OrderForStaff
  readonly alerts: readonly OpenAlert[]
  /** The typed values, if the form was rejected. */
  readonly values: FormFields
}

type OrderActionInput = ActionInput & { readonly invoiceID: string }

type OrderActionDefinition<Values> = {
  readonly name: OrderActionName
  /**
   * Whether the state of the order allows the action, so that its form is shown. The action checks
   * the state again.
   */
  readonly isPossible: (order: OrderForStaff) => boolean
  /** Returns the form's own fields, without the key and the version. */
  readonly fields: (props: FieldsProps) => ReactNode
  readonly schemaFor: (order: OrderForStaff) => z.ZodType<Values>
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: OrderActionInput & Values,
  ) => Promise<ActionResult>
}

/** A form on an order's page, and its action. */
export type OrderAction = Pick<OrderActionDefinition<unknown>, 'name' | 'isPossible' | 'fields'> & {
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: OrderActionInput,
    fields: FormFields,
    order: OrderForStaff,
  ) => Promise<Result<unknown, ActionFailure>>
}

export function defineOrderAction<Values extends object>(
  definition: OrderActionDefinition<Values>,
): OrderAction {
  const { schemaFor, run, ...action } = definition
  return {
    ...action,
    run: async (context, person, input, fields, order) => {
      const values = schemaFor(order).safeParse(fields)
      if (values.success) return run(context, person, { ...values.data, ...input })
      return invalidForm(values.error)
    },
  }
}
