/** The functions that tests use. The package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  export function decrypt(
    body: Buffer,
    options: {
      readonly version: 'aes128gcm'
      readonly privateKey: ECDH
      readonly authSecret: string
    },
  ): Buffer
}
