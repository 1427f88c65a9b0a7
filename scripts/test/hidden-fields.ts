/** Returns the hidden fields of a form's HTML, as a browser would send them. */
export function hiddenFieldsOf(form: string): { readonly [field: string]: string } {
  const inputs = form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}
