import css from '../../../client/styles/main.css?inline'

/** The whole stylesheet: small enough to travel inside every page, so that no page waits for a second request. */
export const styles: string = css

let hash: Promise<string> | undefined

/** `'sha256-…'` of the inline style, for the policy. */
export function styleHash(): Promise<string> {
  hash ??= sha256(styles).then((digest) => `'sha256-${digest}'`)
  return hash
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
