import { z } from 'zod'
import { putOnSale, takeOffSale } from '../../../plans/plan-actions.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineSubjectAction } from '../../subject-action.ts'
import type { PlanSubject } from './plan-action.ts'

export const takeOffSaleAction = defineSubjectAction({
  name: 'take-off-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt === null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: async (context, person, input, { plan }) =>
    takeOffSale(context, person, { ...input, tariffID: plan.tariffID }),
})

export const putOnSaleAction = defineSubjectAction({
  name: 'put-on-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt !== null,
  fields: () => null,
  schemaFor: () => z.object({}),
  run: async (context, person, input, { plan }) =>
    putOnSale(context, person, { ...input, tariffID: plan.tariffID }),
})
