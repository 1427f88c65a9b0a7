import { z } from 'zod'
import {
  listPromoCodes,
  addPromoCode,
  changePromoCode,
  stopPromoCode,
} from '../../orders/promo-codes-for-office.ts'
import type { ActionInput } from '../../api/perform-action.ts'
import { mayDo } from '../../api/staff.ts'
import { maxLength } from '../../kit/limits.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { AdminContext } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'
import { PlanTabs } from '../plans/plan-tabs.tsx'
import { adminAction } from '../routing/admin-action.ts'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import type { FormFields } from '../routing/form-fields.ts'
import { doneQuery, searchText } from '../routing/query-fields.ts'
import { StaffSearch } from '../staff-search.tsx'
import { AddPromoCode } from './add-promo-code.tsx'
import { PromoCodeTable } from './promo-code-table.tsx'
import { typedChange, typedPromoCode } from './typed-promo-code.ts'

const codesQuery = doneQuery.extend({ q: searchText(maxLength.marketingCode) })
const actions = ['add-promo-code', 'change-promo-code', 'stop-promo-code'] as const

export const promoCodesPage = adminPage({ query: codesQuery, get: showPromoCodes })

export const promoCodeAction = adminAction({
  query: codesQuery,
  form: actionForm.extend({ action: z.enum(actions) }),
  run: async (c, { form, fields, input }) => act(c, form.action, fields, input),
  hrefAfter: ({ form }) => officeHref('promoCodes', { done: form.action }),
  showAgain: showPromoCodes,
})

/** Shows promo codes with their uses, and the form for a new code. */
async function showPromoCodes(
  c: AdminContext,
  { q: query, done }: z.output<typeof codesQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words, person } = c.var
  const codes = await listPromoCodes(context, query)
  const title = words('promoCodes.title')
  const isAdding = rejected?.action === 'add-promo-code'
  return renderPage(
    c,
    { title, section: 'plans' },
    <>
      <PlanTabs current="promoCodes" />
      <h1>{title}</h1>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      {mayDo(person, 'add-promo-code') && (
        <AddPromoCode
          currencies={context.config.CURRENCIES}
          rejected={isAdding ? rejected : null}
        />
      )}
      <StaffSearch
        href={officeHref('promoCodes')}
        label={words('promoCodes.search')}
        query={query}
        maxLength={maxLength.marketingCode}
      />
      <PromoCodeTable
        codes={codes}
        isSearch={query !== ''}
        rejected={rejected?.action === 'change-promo-code' ? rejected : null}
      />
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

async function act(
  c: AdminContext,
  action: (typeof actions)[number],
  fields: FormFields,
  input: ActionInput,
): Promise<Result<unknown, ActionFailure>> {
  const { context, person } = c.var
  if (action === 'stop-promo-code')
    return stopPromoCode(context, person, { ...input, code: fields['code'] ?? '' })
  if (action === 'change-promo-code') {
    const change = typedChange(fields)
    return change.ok
      ? changePromoCode(context, person, {
          ...input,
          code: fields['code'] ?? '',
          change: change.value,
        })
      : change
  }
  const promo = typedPromoCode(fields, context.config.CURRENCIES)
  return promo.ok
    ? addPromoCode(context, person, { promo: promo.value, idempotencyKey: input.idempotencyKey })
    : promo
}
