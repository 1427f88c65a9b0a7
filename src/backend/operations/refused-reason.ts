/** The reason why the state of its subject forbids an action. */
export type RefusedReason =
  /** The key belongs to another action. */
  | 'key-used'
  | 'frozen'
  | 'not-frozen'
  /** There is no eSIM, or it is blocked. */
  | 'not-delivered'
  | 'not-paid'
  /** The customer was erased. */
  | 'erased'
  | 'same-address'
  /** The eSIM has been used. */
  | 'used'
  /** The supplier does not report whether the eSIM has been used. */
  | 'usage-unknown'
  /** The eSIM has top-ups. */
  | 'topped-up'
  /** An order has ten lines at most, with those that were replaced. */
  | 'too-many-lines'
  /** Part of the money was returned, so nothing more can be delivered. */
  | 'partly-refunded'
  | 'same-plan'
  | 'not-on-sale'
  /** The other plan costs more than the customer paid for this one. */
  | 'dearer'
  | 'no-amount'
  /** The withdrawal is approved already, or must be approved first. */
  | 'approved'
  | 'not-approved'
  /** The withdrawal is paid or rejected. */
  | 'decided'
  /** The review is approved or refused already. */
  | 'same-decision'
  /** The bank decides about the money of a disputed payment. */
  | 'disputed'
  | 'nothing-to-refund'
  /** The payments of the order hold less than the amount. */
  | 'more-than-held'
  /** An order of the person can still change, or a partner has a balance. */
  | 'orders-unfinished'
  /** There is a text with this name. */
  | 'name-used'
  /** A legal text, without which the shop must not sell. */
  | 'needed'
  /** Staff added the text: no version of it ships. */
  | 'not-shipped'
  /** The visitor's address was deleted with the message. */
  | 'no-address'
  | 'answered'
  | 'not-answered'
  /** The message was sent, or the shop is still trying to send it. */
  | 'not-given-up'
  /** The plan is off sale already, or is not off sale. */
  | 'off-sale'
  | 'not-off-sale'
  /** Every plan needs a price in the base currency. */
  | 'no-base-price'
  /** The price of a supplier's plan follows from its cost, which the next sync brings. */
  | 'cost-unknown'
  /** A price is 0, seems to be in another currency, or changes by more than half. */
  | 'suspicious-price'
  /** The next sync would undo the change. */
  | 'described-by-supplier'
  | 'no-such-source'
  /** The file was imported already, or has expired. */
  | 'draft-expired'
  /** Only the command can import as many rows. */
  | 'import-too-large'
  | 'suspicious-import'
  /** A promo code is never used again, even after it has ended. */
  | 'code-exists'
  | 'code-ended'
  | 'unknown-plan'
  | 'unknown-country'
  | 'unknown-supplier'
  /** Only a held supplier order needs a decision. */
  | 'not-held'
  /** Another order of the shop has the supplier's number. */
  | 'reference-used'
  /** The supplier cannot search its orders, so that a retry could buy a second eSIM. */
  | 'blind-retry'
  | 'no-such-rule'
  /** Only the command can change so many prices. */
  | 'too-many-prices'
  /** The catalogue of a supplier changes more plans than a page writes, or has too many pages. */
  | 'sync-too-large'
  | 'suspicious-sync'
  | 'too-many-confirmations'
