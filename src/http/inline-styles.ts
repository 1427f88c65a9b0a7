import css from '../../client/styles/main.css?inline'
import { cspHash } from '../domain/sha256.ts'

/** The whole stylesheet. Inlined, so that no page waits for a second request. */
export const styles: string = css

let hash: Promise<string> | undefined

export function inlineStyleHash(): Promise<string> {
  hash ??= cspHash(styles)
  return hash
}
