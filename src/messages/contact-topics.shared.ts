export const topics = ['support', 'partnership'] as const
export type Topic = (typeof topics)[number]
