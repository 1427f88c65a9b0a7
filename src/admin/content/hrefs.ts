import type { TextKind, TextName } from '../../contract/editable-texts.ts'
import { queryString } from '../../locale/paths.ts'

export function textsHref(kind: TextKind): string {
  return `/admin/content${queryString({ kind })}`
}

/** The page of a text; without an ident, that of a new one. */
export function textHref(
  { kind, ident }: { readonly kind: TextKind; readonly ident?: string },
  query: { readonly done?: string; readonly version?: string } = {},
): string {
  return `/admin/text${queryString({ kind, ident, ...query })}`
}

export function previewHref({ kind, ident }: Pick<TextName, 'kind'> & { ident?: string }): string {
  return `/admin/text/preview${queryString({ kind, ident })}`
}
