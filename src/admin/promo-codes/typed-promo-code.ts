import {
  endOfDay,
  promoChangeFields,
  promoCodeName,
  promoCodeOf,
  promoFields,
} from '../../orders/promo-fields.ts'
import type { Currencies } from '../../kit/money.shared.ts'
import type { PromoCode } from '../../orders/promo-code.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import { invalidField } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { FormFields } from '../routing/form-fields.ts'

/** Parses the form of a change. An empty field removes the restriction. */
export function typedChange(
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
export function typedPromoCode(
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
    perCustomer: optionalTextOf('perCustomer'),
    plans: optionalTextOf('plans'),
    countries: optionalTextOf('countries')?.toLowerCase(),
  })
  if (parsed.success) return ok(promoCodeOf(code.data, parsed.data))
  const [field = 'reduction', index] = parsed.error.issues[0]?.path ?? []
  if (field === 'amount')
    return err({ code: 'invalid', field: `amount${reduced[Number(index)] ?? ''}` })
  return err({ code: 'invalid', field: String(field) })
}
