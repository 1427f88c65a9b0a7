import { z } from 'zod'
import {
  adjustBalance,
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from '../../partners/decide-withdrawal.ts'
import { auditOf } from '../../api/audit.ts'
import { partnerForStaff } from '../../partners/partners-for-office.ts'
import type { ActionInput, ActionResult } from '../../api/perform-action.ts'
import { partnerCurrency } from '../../partners/available-balance.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { officeHref } from '../../words/office-paths.ts'
import { adminAction } from '../routing/admin-action.ts'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { subjectQuery } from '../routing/query-fields.ts'
import { reason } from '../reason-field.tsx'
import { typedMinor } from '../typed-amount.ts'
import { PartnerView } from './partner-view.tsx'

const amount = z
  .string()
  .transform((typed) => typedMinor(typed, partnerCurrency, { maxDigits: 7, isSigned: true }))
  .pipe(z.int())
const withdrawalID = z.string().min(1)

const partnerForm = z.discriminatedUnion('action', [
  actionForm.extend({ action: z.literal('adjust'), amount, reason }),
  actionForm.extend({ action: z.literal('reject'), withdrawalID, reason }),
  actionForm.extend({ action: z.enum(['approve', 'mark-paid']), withdrawalID }),
])

export const partnerPage = adminPage({ query: subjectQuery, get: showPartner })

export const partnerAction = adminAction({
  query: subjectQuery,
  form: partnerForm,
  isTyped: true,
  run: async (c, { query, form, input }) => act(c, form, { ...input, referrerID: query.id }),
  hrefAfter: ({ query, form }) => officeHref('partner', { id: query.id, done: form.action }),
  showAgain: showPartner,
})

async function showPartner(
  c: AdminContext,
  { id, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context } = c.var
  const partner = await partnerForStaff(context, id)
  if (!partner) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: partner.phone, section: 'partners' },
    <PartnerView
      partner={partner}
      history={await auditOf(context, { kind: 'partner', id: partner.referrerID })}
      done={done}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

async function act(
  { var: { context, person } }: AdminContext,
  form: z.output<typeof partnerForm>,
  input: ActionInput & { readonly referrerID: string },
): Promise<ActionResult> {
  switch (form.action) {
    case 'adjust': {
      const { amount: amountMinor, reason: why } = form
      return adjustBalance(context, person, { ...input, amountMinor, reason: why })
    }
    case 'reject': {
      const { withdrawalID: id, reason: why } = form
      return rejectWithdrawal(context, person, { ...input, withdrawalID: id, reason: why })
    }
    case 'approve':
    case 'mark-paid': {
      const decide = form.action === 'approve' ? approveWithdrawal : markWithdrawalPaid
      return decide(context, person, { ...input, withdrawalID: form.withdrawalID })
    }
  }
}
