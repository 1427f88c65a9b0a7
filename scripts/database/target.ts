/** Production, or a data folder on this machine. */
export type Target =
  | { readonly isRemote: true }
  | { readonly isRemote: false; readonly persistTo: string }

/** The flags of commands that open a shop. */
export const targetFlags = {
  'persist-to': { type: 'string' },
  remote: { type: 'boolean', default: false },
} as const

/** Returns the shop that the flags name: the local one unless `--remote` is given. */
export function targetOf(values: {
  readonly 'persist-to'?: string
  readonly remote: boolean
}): Target {
  const folder = values['persist-to']
  if (values.remote && folder !== undefined)
    throw new Error('--remote and --persist-to cannot be combined. Remove one of them.')
  return values.remote
    ? { isRemote: true }
    : { isRemote: false, persistTo: folder ?? '.wrangler/state' }
}
