/** The sections of the back office, in the order of the menu. */
export const sections = [
  { name: 'today', href: '/admin' },
  { name: 'orders', href: '/admin/orders' },
  { name: 'plans', href: '/admin/plans' },
  { name: 'partners', href: '/admin/partners' },
  { name: 'content', href: '/admin/content' },
  { name: 'messages', href: '/admin/messages' },
  { name: 'reviews', href: '/admin/reviews' },
  { name: 'settings', href: '/admin/settings' },
] as const
export type Section = (typeof sections)[number]['name']
