/** The plan that journeys buy in each language. */
export const boughtPlans = { en: 'th-ais-5gb-15d', ru: 'th-ais-10gb-30d' } as const
