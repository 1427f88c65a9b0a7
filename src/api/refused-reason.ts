export type RefusedReason =
  /** Another action has used the idempotency key, or the same action with other input. */
  | 'key-used'
  | 'frozen'
  | 'not-frozen'
  /** The line has no eSIM, or its eSIM is blocked. */
  | 'not-delivered'
  | 'not-paid'
  /** The customer was erased. */
  | 'erased'
  | 'same-address'
  /** The line belongs to the buyer, or does not exist. */
  | 'not-a-gift'
  /** The eSIM has been used. */
  | 'used'
  /** The supplier does not report whether the eSIM has been used. */
  | 'usage-unknown'
  /** The eSIM has top-ups. */
  | 'topped-up'
  /** An order has at most ten lines, including replaced lines. */
  | 'too-many-lines'
  /** Part of the money was returned, so the shop cannot deliver anything more. */
  | 'partly-refunded'
  /** Another replacement of this eSIM needs a person who may refund. */
  | 'replaced-twice'
  | 'same-plan'
  | 'not-on-sale'
  /** The new plan costs more than the customer paid. */
  | 'dearer'
  | 'no-amount'
  /** A webhook needs https, and a name that is known on the internet. */
  | 'address-not-public'
  | 'no-events'
  | 'too-many-webhooks'
  /** An API key needs a right. */
  | 'no-scopes'
  | 'too-many-keys'
  /** The withdrawal was approved before, or must be approved first. */
  | 'approved'
  | 'not-approved'
  /** The person has raised the balance that the withdrawal pays out. */
  | 'own-correction'
  /** The withdrawal was paid or rejected. */
  | 'decided'
  /** The review has this decision already. */
  | 'same-decision'
  /** The bank decides about the money of a disputed payment. */
  | 'disputed'
  | 'nothing-to-refund'
  /** The failed refund was repeated, made or cancelled. */
  | 'no-refused-refund'
  /** The refund by hand was reverted. */
  | 'no-manual-refund'
  /** Staff have said what the refund was for. */
  | 'no-unassigned-refund'
  /** The provider reported a refund, and staff have not said yet what it was for. */
  | 'refund-unassigned'
  /** The reported refund returned less than the plans cost, or than the other refund. */
  | 'less-than-lines'
  /** The day is before the order, or in the future. */
  | 'impossible-day'
  /** The payments of the order contain less than the amount. */
  | 'more-than-kept'
  /** The shop has no data about the person. */
  | 'no-data'
  /** An order of the person is not finished. */
  | 'orders-unfinished'
  /** The partner has a balance or an open withdrawal. */
  | 'balance-left'
  /** Another text has this name. */
  | 'name-used'
  /** The shop must not sell without its legal texts. */
  | 'needed'
  /** Staff added the text, so there is no shipped text. */
  | 'not-shipped'
  /** The visitor's address was deleted with the message. */
  | 'no-address'
  | 'answered'
  | 'not-answered'
  /** The message was sent, or the shop is still trying to send it. */
  | 'not-given-up'
  /** No failed message matches, or each is outdated or has a recipient that bounced. */
  | 'nothing-to-send'
  /** The plan is already in this state. */
  | 'off-sale'
  | 'not-off-sale'
  /** Every plan needs a price in the base currency. */
  | 'no-base-price'
  /** A price is outside the limits of the payment providers. */
  | 'uncharged-price'
  /** The price of a supplier's plan is computed from its cost, which the next sync stores. */
  | 'cost-unknown'
  /** A price seems to be in another currency, or changes by more than half. */
  | 'suspicious-price'
  /** The next sync would undo the change. */
  | 'described-by-supplier'
  | 'no-such-source'
  /** The draft was imported, or has expired. */
  | 'draft-expired'
  /** Only the command can import this many rows. */
  | 'import-too-large'
  | 'suspicious-import'
  /** A promo code cannot be reused, even after it has ended. */
  | 'code-exists'
  | 'code-ended'
  /** The last day of a promo code is over. */
  | 'code-ends-early'
  | 'unknown-plan'
  | 'unknown-country'
  | 'unknown-supplier'
  /** Only a held supplier order needs a decision. */
  | 'not-held'
  /** Another order of the shop has the supplier's reference. */
  | 'reference-used'
  /** Another supplier order may deliver the line. */
  | 'other-order-open'
  /** The supplier cannot search its orders, so a retry could buy a second eSIM. */
  | 'blind-retry'
  | 'no-such-rule'
  /** Only the command can change this many prices. */
  | 'too-many-prices'
  /** The sync changes more plans than a page writes, or the catalogue has too many pages. */
  | 'sync-too-large'
  | 'suspicious-sync'
  | 'too-many-confirmations'
  /** Several rows: none or too many are chosen. */
  | 'no-rows'
  | 'too-many-rows'
