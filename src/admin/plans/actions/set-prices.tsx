import { z } from 'zod'
import { setPlanPrices } from '../../../plans/set-prices.ts'
import type { Currencies, Currency, Prices } from '../../../kit/money.shared.ts'
import { err, ok } from '../../../kit/result.shared.ts'
import type { Result } from '../../../kit/result.shared.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineSubjectAction } from '../../subject-action.ts'
import { formatTyped } from '../../../words/formats.shared.ts'
import type { Locale } from '../../../words/locales.shared.ts'
import { typedMinor } from '../../typed-amount.ts'
import type { PlanFieldsProps, PlanSubject } from './plan-action.ts'

const limits = { maxDigits: 9, isSigned: false } as const

export const setPricesAction = defineSubjectAction({
  name: 'set-prices',
  isPossible: () => true,
  fields: PriceFields,
  schemaFor: ({ plan, currencies }: PlanSubject) =>
    z.record(z.string(), z.string()).transform((fields, context) => {
      const typed = typedPrices(fields, currencies)
      const isConfirmed = fields['isConfirmed'] === 'yes'
      const [base] = currencies
      const lacksBase = typed.ok && plan.supplier === null && !(base in typed.value)
      if (typed.ok && !lacksBase)
        return { prices: { ...otherPrices(plan, currencies), ...typed.value }, isConfirmed }
      context.addIssue({ code: 'custom', path: [nameOf(typed.ok ? base : typed.error)] })
      return z.NEVER
    }),
  run: async (context, person, input, { plan }) =>
    setPlanPrices(context, person, { ...input, tariffID: plan.tariffID }),
})

/**
 * Shows a field for each currency of the shop. An empty field means no price, or the price that the
 * rules give.
 */
function PriceFields({ subject, values, failure }: PlanFieldsProps) {
  const { locale, words } = useOffice()
  const { plan, currencies } = subject
  const known = plan.supplier === null ? plan.prices : plan.setPrices
  const isSuspicious = failure?.code === 'refused' && failure.reason === 'suspicious-price'
  return (
    <>
      {currencies.map((currency, index) => (
        <LabelledField key={currency} label={words('fields.price', { currency })}>
          <input
            name={nameOf(currency)}
            inputMode="decimal"
            defaultValue={values[nameOf(currency)] ?? typedPrice(locale, known, currency)}
            placeholder={typedPrice(locale, plan.prices, currency)}
            required={plan.supplier === null && index === 0}
          />
          <small>
            {plan.supplier === null
              ? words(index === 0 ? 'plans.basePrice' : 'plans.emptyNotSold')
              : words('plans.emptyByRules')}
          </small>
        </LabelledField>
      ))}
      {plan.supplier === null && <small>{words('plans.importNote')}</small>}
      {isSuspicious && (
        <label className="check">
          <input type="checkbox" name="isConfirmed" value="yes" required />
          {words('fields.isConfirmed')}
        </label>
      )}
    </>
  )
}

function nameOf(currency: Currency): string {
  return `price${currency}`
}

function typedPrice(locale: Locale, prices: Prices, currency: Currency): string {
  const minor = prices[currency]
  return minor === undefined ? '' : formatTyped(locale, { minor, currency })
}

/** Returns prices in currencies that the shop no longer charges. The form does not change them. */
function otherPrices(
  { prices, setPrices, supplier }: PlanSubject['plan'],
  currencies: Currencies,
): Prices {
  const known = supplier === null ? prices : setPrices
  return Object.fromEntries(Object.entries(known).filter(([each]) => !currencies.includes(each)))
}

/** The error is the currency of the first field that is not an amount. */
function typedPrices(
  fields: { readonly [name: string]: string },
  currencies: Currencies,
): Result<Prices, Currency> {
  const typed = currencies.flatMap((currency) => {
    const text = (fields[nameOf(currency)] ?? '').trim()
    return text === '' ? [] : [[currency, typedMinor(text, currency, limits)] as const]
  })
  const [wrong] = typed.find(([, minor]) => minor === null) ?? []
  if (wrong !== undefined) return err(wrong)
  const prices = typed.flatMap(([currency, minor]) => (minor === null ? [] : [[currency, minor]]))
  return ok(Object.fromEntries(prices))
}
