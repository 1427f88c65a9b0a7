import type { ReactElement } from 'react'
import type { GiftDates } from '../../domain/gift-dates.ts'
import type { Prices } from '../../domain/money.ts'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { OrderPlans } from '../../locale/order-params.ts'

/** The input of the API: plans for people with the checked phone, or a top-up. */
export type OrderInput =
  | { readonly plans: OrderPlans }
  | { readonly topUp: { readonly hash: string; readonly code: string } }

/** The plans or the top-up of an order form. */
export type OrderItem = {
  readonly input: OrderInput
  readonly prices: Prices
  /** The dates on which it can be sent as a gift; null: it cannot be one. */
  readonly giftDates: GiftDates | null
  readonly peopleActions: OrderFormProps['peopleActions']
  /** URL of the form, which receives the order too. */
  readonly action: string
  /** Texts in place of those for plans. */
  readonly texts: Partial<OrderFormProps['texts']>
  readonly title: string
  readonly render: (form: OrderFormProps) => ReactElement
}

export function peopleOf(input: OrderInput): number {
  return 'plans' in input ? input.plans.people : 1
}
