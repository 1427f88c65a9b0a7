import { describePlanAction } from './describe-plan.tsx'
import type { PlanActionForm } from './plan-action.ts'
import { addSourceAction, removeSourceAction } from './plan-sources.tsx'
import { putOnSaleAction, takeOffSaleAction } from './sale-of-plan.tsx'
import { setPricesAction } from './set-prices.tsx'

/** The forms of a plan's page, in the order in which they are shown. */
export const planActionForms: readonly PlanActionForm[] = [
  setPricesAction,
  takeOffSaleAction,
  putOnSaleAction,
  describePlanAction,
  addSourceAction,
  removeSourceAction,
]
