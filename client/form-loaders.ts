import type { FormDefinition, FormProps } from '../src/ui/form-definition.shared.ts'

type FormModule = { readonly [name: string]: unknown }
const loaders = import.meta.glob<FormModule>('../src/*/*-form.shared.tsx')

export async function loadForm(name: string): Promise<FormDefinition<FormProps> | null> {
  const path = Object.keys(loaders).find((each) => each.endsWith(`/${name}-form.shared.tsx`))
  const load = loaders[path ?? '']
  if (!load) return null
  const exportName = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Form`
  const form = (await load())[exportName]
  // `defineForm` returns this type, and the page sends its props
  return form as FormDefinition<FormProps>
}
