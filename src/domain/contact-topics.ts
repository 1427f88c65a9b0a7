/** Topics of the contact form. Each goes to a different address. */
export const topics = ['support', 'partnership'] as const
export type Topic = (typeof topics)[number]
