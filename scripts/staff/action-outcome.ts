import type { ActionResult } from '../../src/backend/operations/perform-action.ts'
import { factsOf } from './describe-details.ts'
import type { RefusedReason } from '../../src/backend/operations/refused-reason.ts'

const reasons: { readonly [reason in RefusedReason]: string } = {
  'key-used': 'the idempotency key belongs to another action or input',
  frozen: 'the order is frozen',
  'not-frozen': 'the order is not frozen',
  'not-delivered': 'there is no eSIM, or it is blocked',
  'not-paid': 'the order is not paid, or its payment is disputed',
  erased: 'the customer was erased, so no email can be sent',
  'same-address': 'the order or gift already has this address',
  'not-a-gift': 'the order has no gift with this line number',
  'topped-up': 'data was bought for the eSIM',
  used: 'the eSIM has been installed or used',
  'usage-unknown': 'its supplier does not report whether the eSIM has been used',
  'too-many-lines': 'the order already has ten lines, including replaced lines',
  'partly-refunded': 'a part of the order is refunded, so nothing more can be delivered',
  'same-plan': 'the line already has this plan. To replace its eSIM, use reissue',
  'not-on-sale': 'the plan is not on sale in the currency of the order, or it is sold out',
  'no-amount': 'the amount is zero',
  approved: 'the withdrawal is approved already',
  'not-approved': 'the withdrawal must be approved first',
  decided: 'the withdrawal is paid or rejected',
  dearer: 'the plan costs more than the customer paid for this one. Choose another plan',
  'same-decision': 'the review has this decision already',
  disputed: 'the payment is disputed. Respond to the dispute at the provider',
  'nothing-to-refund': 'there is nothing to refund',
  'refund-unfinished':
    'an earlier refund of the plan is pending, or was made in part in the provider’s dashboard',
  'no-doubted-refund': 'the provider has reported no other refund of this amount',
  'reported-by-provider':
    'the provider has reported a refund of this amount. If you returned it a second time, add --yes',
  'no-manual-refund': 'the refund was reverted, or the provider made it',
  'no-refused-refund': 'the refund was made or cancelled',
  'impossible-day': 'the day is before the order or in the future',
  'more-than-held': 'the amount is more than the shop has from this order. Refund less',
  'no-data': 'the shop has no data about this person. Check the address',
  'orders-unfinished':
    'an order can still be paid, delivered or refunded, or a partner has a balance',
  'name-used': 'a text has this name already',
  needed: 'the shop needs the text',
  'not-shipped': 'the shop has no shipped version of the text',
  'no-address': 'the address of the visitor was deleted with the message',
  answered: 'the message is answered already',
  'not-answered': 'the message is not answered',
  'not-given-up': 'the message was sent, or the shop still tries to send it',
  'nothing-to-send':
    'no failed message can be sent again. The list of failed messages shows the reasons',
  'off-sale': 'the plan is off sale already',
  'not-off-sale': 'the plan was not taken off sale',
  'no-base-price': 'every plan needs a price in the base currency',
  'cost-unknown': 'the cost of the plan is unknown until its supplier is synced',
  'suspicious-price':
    'a price is 0, belongs to another currency, or changes by more than half. If it is correct, add --yes',
  'described-by-supplier':
    'the plan is described by its supplier’s catalogue, and the next sync would undo the change',
  'code-exists': 'the code exists already. Choose another code',
  'code-ended': 'the code has ended already. Add a code with another name',
  'code-ends-early': 'the last day is over, or is before the first one. Choose a later day',
  'unknown-plan': 'there is no such plan. Look up its id in the back office',
  'unknown-country': 'there is no such country. Give two lower-case letters, such as tr',
  'unknown-supplier': 'there is no such supplier',
  'not-held': 'only a held order needs a decision',
  'reference-used': 'another order already has this reference of the supplier',
  'other-order-open':
    'another supplier order of the line is open. Wait for its result, or give this order up',
  'blind-retry':
    'the supplier cannot search its orders. If it has this order, a retry buys a second eSIM. Look for the order in the supplier’s dashboard by its time and plan. If it is not there, add --yes',
  'too-many-prices': 'too many prices change for one transaction',
  'no-such-rule': 'there is no such rule. `list` shows the rules',
  'sync-too-large': 'the sync is too large for the back office. Use the command supplier:sync',
  'suspicious-sync': 'the catalogue looks like a mistake',
  'too-many-confirmations': 'the catalogue was confirmed 20 times within an hour',
  'draft-expired': 'the file was imported already, or its draft has expired',
  'import-too-large':
    'the import is too large for the back office. Use the command catalogue:import',
  'suspicious-import': 'the import looks like a mistake',
  'no-such-source': 'there is no such source. Give a plan code for a supplier, and none for stock',
}

/** Returns the output of an action. Throws an error with the reason when it is refused. */
export function outcomeOf(result: ActionResult): string[] {
  if (result.ok) return [`Done: ${result.value.action}.`, ...factsOf(result.value.details)]
  const { error } = result
  switch (error.code) {
    case 'conflict':
      throw new Error(
        'Its data changed while the command ran. Look at it again, then repeat the command.',
      )
    case 'refused':
      throw new Error(`Refused: ${reasons[error.reason]}.`)
    case 'not-found':
      throw new Error('Nothing was found with this name or id. Correct it in the command.')
    case 'forbidden':
      throw new Error('Your role does not allow this action. Ask an owner.')
  }
}
