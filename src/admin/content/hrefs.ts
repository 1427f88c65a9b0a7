import type { TextKind, TextName } from '../../texts/editable-texts.ts'
import { officeHref } from '../../words/office-paths.ts'

/** Returns the URL of a text, or of the page for a new text if there is no ident. */
export function textHref(
  { kind, ident }: { readonly kind: TextKind; readonly ident?: string },
  query: { readonly done?: string; readonly version?: string } = {},
): string {
  return officeHref('text', { kind, ident, ...query })
}

export function previewHref({ kind, ident }: Pick<TextName, 'kind'> & { ident?: string }): string {
  return officeHref('textPreview', { kind, ident })
}
