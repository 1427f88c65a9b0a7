/** The sections of the back office, in the order of the menu. */
export const sections = [{ name: 'today', href: '/admin' }] as const
export type Section = (typeof sections)[number]['name']
