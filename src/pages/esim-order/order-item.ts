import type { ReactElement } from 'react'
import type { GiftDates } from '../../domain/gift-dates.ts'
import type { Prices } from '../../domain/money.ts'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { OrderPlans } from '../../locale/order-params.ts'

/** The input for the API: plans for people with the checked phone, or a top-up. */
export type OrderInput =
  | { readonly plans: OrderPlans }
  | { readonly topUp: { readonly hash: string; readonly code: string } }

/** The plans or the top-up of an order form. */
export type OrderItem = {
  readonly input: OrderInput
  readonly prices: Prices
  /** The dates on which the item can be sent as a gift, or null if it cannot be a gift. */
  readonly giftDates: GiftDates | null
  readonly peopleActions: OrderFormProps['peopleActions']
  /** The URL of the form. It also receives the order. */
  readonly action: string
  /** Texts that replace those for plans. */
  readonly texts: Partial<OrderFormProps['texts']>
  readonly title: string
  readonly render: (form: OrderFormProps) => ReactElement
}

export function peopleOf(input: OrderInput): number {
  return 'plans' in input ? input.plans.people : 1
}
