import { z } from 'zod'
import type { PriceBookChange } from '../../plans/price-book.ts'
import { ruleFields, parseRate } from '../../plans/price-rule-fields.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import type { ActionFailure } from '../action-form.tsx'
import { formFields } from '../routing/form-fields.ts'
import type { FormFields } from '../routing/form-fields.ts'

/** Names of form fields, by the names of the command's options. */
const ruleOptions = {
  currency: 'currency',
  markup: 'markup',
  'min-profit': 'minimumProfit',
  step: 'step',
  ending: 'ending',
  supplier: 'onlySupplier',
  country: 'onlyCountry',
  plan: 'onlyPlan',
} as const

/** Parses the change from the form that confirms it. */
export const changeFields = formFields.transform((fields, context) => {
  const change = typedChange(fields)
  if (change?.ok) return { change: change.value }
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** Parses the change from the fields of a form or a query. Returns null if there is none. */
export function typedChange(fields: FormFields): Result<PriceBookChange, ActionFailure> | null {
  const typedText = (name: string) => (fields[name] ?? '').trim().replace(',', '.')
  switch (fields['change']) {
    case 'rule': {
      const options = Object.entries(ruleOptions).flatMap(([option, name]) =>
        typedText(name) === '' ? [] : [[option, typedText(name)] as const],
      )
      const rule = ruleFields.safeParse(Object.fromEntries(options))
      if (rule.success) return ok({ kind: 'rule', rule: rule.data })
      const [wrong] = rule.error.issues[0]?.path ?? []
      const [, name = ''] = Object.entries(ruleOptions).find(([option]) => option === wrong) ?? []
      return invalid(name)
    }
    case 'remove': {
      const id = typedText('id')
      return /^\d{1,9}$/.test(id) ? ok({ kind: 'remove', id: Number(id) }) : invalid('id')
    }
    case 'rate': {
      const rate = parseRate(typedText('from'), typedText('amount'), typedText('to'))
      return rate ? ok({ kind: 'rate', rate }) : invalid('amount')
    }
    case undefined:
    default:
      return null
  }
}

/** Returns the fields that describe a change, for the form that confirms it. */
export function fieldsOf(fields: FormFields): FormFields {
  const names = ['change', 'id', 'from', 'amount', 'to', ...Object.values(ruleOptions)]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name] ?? ''
      return value === '' ? [] : [[name, value] as const]
    }),
  )
}

export function actionOf({ kind }: PriceBookChange) {
  return ({ rule: 'set-rule', remove: 'remove-rule', rate: 'set-rate' } as const)[kind]
}

function invalid(field: string): Result<never, ActionFailure> {
  return err({ code: 'invalid', field })
}
