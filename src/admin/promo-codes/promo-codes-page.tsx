import { z } from 'zod'
import { listPromoCodes } from '../../backend/operations/goods/list-promo-codes.ts'
import {
  addPromoCode,
  changePromoCode,
  stopPromoCode,
} from '../../backend/operations/goods/promo-codes.ts'
import {
  endOfDay,
  promoChangeFields,
  promoCodeName,
  promoCodeOf,
  promoFields,
} from '../../backend/promo-codes/promo-fields.ts'
import type { ActionInput } from '../../backend/operations/perform-action.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import { maxLength } from '../../domain/field-limits.ts'
import type { Currencies } from '../../domain/money.ts'
import type { PromoCode } from '../../domain/promo-code.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { actionForm, failureStatus, invalidField } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { ActionFailure } from '../action-form.tsx'
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
  const { context, locale, words, person } = c.var
  const codes = await listPromoCodes(context, query)
  const title = words('promoCodes.title')
  const isAdding = rejected?.action === 'add-promo-code'
  return renderPage(
    c,
    { title, section: 'plans' },
    <>
      <PlanTabs words={words} person={person} current="promoCodes" />
      <h1>{title}</h1>
      <ActionNotice words={words} done={done} failure={rejected?.failure ?? null} />
      {mayDo(person, 'add-promo-code') && (
        <AddPromoCode
          words={words}
          now={context.now}
          currencies={context.config.CURRENCIES}
          rejected={isAdding ? rejected : null}
        />
      )}
      <StaffSearch
        words={words}
        href={officeHref('promoCodes')}
        label={words('promoCodes.search')}
        query={query}
        maxLength={maxLength.marketingCode}
      />
      <PromoCodeTable
        {...{ words, locale, codes, person }}
        now={context.now}
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

/** Parses the form of a change. An empty field removes the restriction. */
function typedChange(
  fields: FormFields,
): Result<Pick<PromoCode, 'endsAt' | 'totalLimit'>, ActionFailure> {
  const optionalTextOf = (name: string) => (fields[name] ?? '').trim() || undefined
  const parsed = promoChangeFields.safeParse({
    until: optionalTextOf('until'),
    limit: optionalTextOf('limit'),
  })
  if (!parsed.success) return err(invalidField(parsed.error.issues))
  const { until, limit } = parsed.data
  return ok({ endsAt: endOfDay(until), totalLimit: limit ?? null })
}

/** Parses the form of a new code. Empty fields restrict nothing. */
function typedPromoCode(
  fields: FormFields,
  currencies: Currencies,
): Result<PromoCode, ActionFailure> {
  const textOf = (name: string) => (fields[name] ?? '').trim()
  const optionalTextOf = (name: string) => textOf(name) || undefined
  const reduced = currencies.filter((currency) => textOf(`amount${currency}`) !== '')
  const amounts = reduced.map(
    (currency) => `${textOf(`amount${currency}`).replace(',', '.')} ${currency}`,
  )
  const code = promoCodeName.safeParse(textOf('code'))
  if (!code.success) return err({ code: 'invalid', field: 'code' })
  const parsed = promoFields.safeParse({
    percent: optionalTextOf('percent')?.replace(',', '.'),
    amount: amounts.length > 0 ? amounts : undefined,
    from: optionalTextOf('from'),
    until: optionalTextOf('until'),
    limit: optionalTextOf('limit'),
    'per-customer': optionalTextOf('perCustomer'),
    plans: optionalTextOf('plans'),
    countries: optionalTextOf('countries')?.toLowerCase(),
  })
  if (parsed.success) return ok(promoCodeOf(code.data, parsed.data))
  const [field = 'reduction', index] = parsed.error.issues[0]?.path ?? []
  if (field === 'amount')
    return err({ code: 'invalid', field: `amount${reduced[Number(index)] ?? ''}` })
  return err({ code: 'invalid', field: field === 'per-customer' ? 'perCustomer' : String(field) })
}
