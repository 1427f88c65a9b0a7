/** English words of the shop, and with them the type that every other language must match. `{{product}}` is always known. */
export const words = {
  units: {
    GB: 'GB',
    MB: 'MB',
    days: { one: '{{count}} day', other: '{{count}} days' },
  },
} as const
