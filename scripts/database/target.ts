export type Target =
  | { readonly isRemote: true }
  | { readonly isRemote: false; readonly persistTo: string }

/** The part of a usage about options that choose the shop and sign the audit. */
export const shopOptions = `Add --remote for production, or --persist-to DIR for another data folder than that of npm start.
Add --as NAME to sign the audit with another name than that of your account on this machine.`

/** The flags of commands that open a shop's database. */
export const targetFlags = {
  'persist-to': { type: 'string' },
  remote: { type: 'boolean', default: false },
} as const

/** Returns the database that the flags name: the local one unless `--remote` is given. */
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
