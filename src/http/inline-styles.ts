import main from '../../client/styles/main.css?inline'
import ofPlans from '../../client/styles/catalogue.css?inline'
import ofPlaces from '../../client/styles/place-lists.css?inline'
import ofMaps from '../../client/styles/maps.css?inline'
import ofPrivatePages from '../../client/styles/private.css?inline'
import { cspHash } from '../domain/sha256.ts'

/** The styles of every page. Inlined, so that no page waits for a second request. */
export const styles: string = main

/** Styles of plans and the home page. Text pages do not need them. */
export const catalogueStyles: string = ofPlans

/** Styles of lists of countries and regions without plans. */
export const placeStyles: string = ofPlaces
/** Styles of coverage maps and entry stamps. */
export const mapStyles: string = ofMaps

/** Styles of private pages: purchases, accounts and the partner account. */
export const privateStyles: string = ofPrivatePages

let hashes: Promise<string[]> | undefined

/** Sources for `style-src` that allow the inline styles. */
export function inlineStyleHashes(): Promise<string[]> {
  const all = [styles, catalogueStyles, placeStyles, mapStyles, privateStyles]
  hashes ??= Promise.all(all.map(cspHash))
  return hashes
}
