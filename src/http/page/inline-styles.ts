import css from '../../../client/styles/main.css?inline'
import { cspHash } from '../../domain/sha256.ts'

/** The whole stylesheet: small enough to travel inside every page, so that no page waits for a second request. */
export const styles: string = css

let hash: Promise<string> | undefined

/** `'sha256-…'` of the inline style, for the policy. */
export function styleHash(): Promise<string> {
  hash ??= cspHash(styles)
  return hash
}
