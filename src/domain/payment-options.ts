/** Specification, section 9. */
export const paymentOptions = ['card-usd', 'card-rub'] as const
export type PaymentOption = (typeof paymentOptions)[number]
