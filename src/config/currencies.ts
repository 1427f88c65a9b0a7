import { z } from 'zod'
import { isCurrency } from '../domain/money.ts'
import type { Currencies } from '../domain/money.ts'

const problem = 'must be ISO 4217 codes separated by spaces, each once: USD RUB'

export const currencies = z
  .string(problem)
  .default('USD RUB')
  .transform((value, context): Currencies => {
    const codes = value.split(' ').filter((each) => each !== '')
    const [base, ...others] = codes
    const areGood = codes.every(isCurrency) && new Set(codes).size === codes.length
    if (base !== undefined && areGood) return [base, ...others]
    context.addIssue(problem)
    return z.NEVER
  })
