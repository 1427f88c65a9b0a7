import { z } from 'zod'
import { resendMail } from '../../../orders/order-actions.ts'
import { LineField, deliveredLines, positionOf } from './line-field.tsx'
import { defineOrderAction } from './order-action.ts'

export const resendAction = defineOrderAction({
  name: 'resend',
  isPossible: (order) =>
    order.frozenAt === null && order.status !== 'refunded' && deliveredLines(order).length > 0,
  fields: ({ values, order }) => <LineField values={values} lines={deliveredLines(order)} />,
  schemaFor: (order) => z.object({ position: positionOf(order) }),
  run: resendMail,
})
