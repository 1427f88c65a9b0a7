/** Recipients of the contact forms: traveller support, or partnership sales. */
export const topics = ['support', 'partnership'] as const
export type Topic = (typeof topics)[number]
