/** The methods of KV that the shop uses. */
export type KeyValueStore = {
  readonly get: (key: string, type: 'json') => Promise<unknown>
  readonly put: (
    key: string,
    value: string,
    options: { readonly expirationTtl: number },
  ) => Promise<void>
}
