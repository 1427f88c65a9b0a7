import { z } from 'zod'
import { freezeOrder, unfreezeOrder } from '../../../orders/order-actions.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'

export const freezeAction = defineOrderAction({
  name: 'freeze',
  isPossible: ({ frozenAt }) => frozenAt === null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: freezeOrder,
})

export const unfreezeAction = defineOrderAction({
  name: 'unfreeze',
  isPossible: ({ frozenAt }) => frozenAt !== null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: unfreezeOrder,
})
