import { z } from 'zod'
import { isCurrency } from '../domain/money.ts'
import { isPaymentMethod, paymentMethods as known } from '../domain/payment-options.ts'
import type { PaymentMethods } from '../domain/payment-options.ts'

const problem = `must be methods by currency: RUB:mir,sbp USD:visa,mastercard. Methods: ${known.join(', ')}`

/** The methods that the operator's providers accept in each currency. Forms show them. */
export const methodsByCurrency = z
  .string(problem)
  .default('')
  .transform((value, context): PaymentMethods => {
    const entries = value
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => {
        const [currency = '', list = '', ...rest] = each.split(':')
        return { currency, methods: list.split(','), isWhole: rest.length === 0 }
      })
    const areGood = entries.every(
      ({ currency, methods, isWhole }) =>
        isWhole && isCurrency(currency) && methods.every(isPaymentMethod),
    )
    if (!areGood) context.addIssue(problem)
    return Object.fromEntries(
      entries.map(({ currency, methods }) => [currency, methods.filter(isPaymentMethod)]),
    )
  })
