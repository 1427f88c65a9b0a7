import main from '../../client/styles/main.css?inline'
import ofPrivatePages from '../../client/styles/private.css?inline'
import { cspHash } from '../domain/sha256.ts'

/** The styles of every page. Inlined, so that no page waits for a second request. */
export const styles: string = main

/** More styles for private pages: purchases, accounts and the partner account. */
export const privateStyles: string = ofPrivatePages

let hashes: Promise<string[]> | undefined

/** Sources for `style-src` that allow the inline styles. */
export function inlineStyleHashes(): Promise<string[]> {
  hashes ??= Promise.all([styles, privateStyles].map(cspHash))
  return hashes
}
