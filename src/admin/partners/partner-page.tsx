import { z } from 'zod'
import { adjustBalance } from '../../backend/operations/adjust-balance.ts'
import {
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from '../../backend/operations/decide-withdrawal.ts'
import { partnerForStaff } from '../../backend/operations/partner-for-staff.ts'
import type { ActionInput } from '../../backend/operations/perform-action.ts'
import { partnerActions } from '../../backend/operations/staff.ts'
import type { PartnerAction } from '../../backend/operations/staff.ts'
import { partnerCurrency } from '../../domain/partner-money.ts'
import type { Result } from '../../domain/result.ts'
import { actionForm, failureStatus, invalidForm } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { partnerHref } from '../../locale/office-paths.ts'
import { readFields } from '../read-form.ts'
import type { FormFields } from '../read-form.ts'
import { reason } from '../reason-field.tsx'
import { typedMinor } from '../typed-amount.ts'
import { PartnerView } from './partner-view.tsx'
import type { RejectedFields } from '../rejected-fields.ts'

const adjustment = z.object({
  amount: z
    .string()
    .transform((typed) => typedMinor(typed, partnerCurrency, { maxDigits: 7, isSigned: true }))
    .pipe(z.int()),
  reason,
})
const decision = z.object({ withdrawalID: z.string().min(1) })
const rejection = decision.extend({ reason })

/** One partner: the balance, its transactions and its actions. */
export async function showPartner(
  c: AdminContext,
  rejected: RejectedFields | null = null,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const partner = await partnerForStaff(context, c.req.query('id') ?? '')
  if (!partner) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: partner.phone, section: 'partners' },
    <PartnerView
      locale={locale}
      words={words}
      person={person}
      now={context.now}
      partner={partner}
      done={c.req.query('done') ?? null}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** The action checks the role, the version and the key. */
export async function actOnPartner(c: AdminContext): Promise<Response> {
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const action = partnerActions.find((name) => name === fields['action'])
  if (!form.success || !action) return showRefusal(c, 'invalidForm', 422)
  const referrerID = c.req.query('id') ?? ''
  const { idempotencyKey, version } = form.data
  const result = await act(c, action, { referrerID, idempotencyKey, version }, fields)
  if (result.ok) return c.redirect(partnerHref(referrerID, action), 303)
  return showPartner(c, { fields, failure: result.error })
}

type PartnerInput = ActionInput & { readonly referrerID: string }

async function act(
  c: AdminContext,
  action: PartnerAction,
  input: PartnerInput,
  fields: FormFields,
): Promise<Result<unknown, ActionFailure>> {
  const { context, person } = c.var
  switch (action) {
    case 'adjust': {
      const values = adjustment.safeParse(fields)
      if (!values.success) return invalidForm(values.error)
      const { amount: amountMinor, reason: why } = values.data
      return adjustBalance(context, person, { ...input, amountMinor, reason: why })
    }
    case 'reject': {
      const values = rejection.safeParse(fields)
      if (!values.success) return invalidForm(values.error)
      return rejectWithdrawal(context, person, { ...input, ...values.data })
    }
    case 'approve':
    case 'mark-paid': {
      const values = decision.safeParse(fields)
      if (!values.success) return invalidForm(values.error)
      const decide = action === 'approve' ? approveWithdrawal : markWithdrawalPaid
      return decide(context, person, { ...input, ...values.data })
    }
  }
}
