import type { ApiError } from '../../api/api-result.ts'
import type { OrderLine } from '../../contract/purchase.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { maxLines } from '../../domain/order-size.ts'
import { giftAddresses } from '../../forms/order/gift-schema.ts'
import type { GiftValues } from '../../forms/order/gift-schema.ts'

/**
 * Creates a line for each eSIM of a gift. With several addresses, each person gets an eSIM of every
 * plan, and the buyer's eSIM is not a gift.
 * @param tariffIDs the plan of each eSIM, with equal plans next to each other
 */
export function giftLines(
  tariffIDs: readonly string[],
  buyer: string,
  { giftEmail, giftMessage, giftDate }: GiftValues,
): OrderLine[] {
  const addresses = giftAddresses(giftEmail)
  return tariffIDs.map((tariffID, index) => {
    const recipient = addresses[index % addresses.length] ?? giftEmail
    const isOwn = addresses.length > 1 && recipient.toLowerCase() === buyer.toLowerCase()
    const gift = { recipient, message: giftMessage || undefined, deliverOn: giftDate || undefined }
    return isOwn ? { tariffID } : { tariffID, ...gift }
  })
}

/**
 * Moves errors of dates to the form's date field. The API reports them by line, but the form has
 * one date for all lines.
 * @param invalid the text about an invalid date, with the bounds of the ordered plans. The schema
 * of the form does not know the bounds.
 */
export function withGiftDate(error: ApiError, invalid: string | undefined): ApiError {
  if (invalid !== undefined && messagesFor(error, 'giftDate').length > 0)
    return { ...error, fields: { ...error.fields, giftDate: [invalid] } }
  const [giftDate] = Array.from({ length: maxLines }, (_, line) =>
    messagesFor(error, `lines.${line}.deliverOn`),
  ).filter((messages) => messages.length > 0)
  if (giftDate === undefined) return error
  const { lines: _, ...fields } = error.fields
  return { ...error, fields: { ...fields, giftDate } }
}
