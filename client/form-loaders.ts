import type { FormDefinition, FormProps } from '../src/forms/form-definition.ts'

type FormModule = { readonly [name: string]: unknown }
const loaders = import.meta.glob<FormModule>('../src/forms/*/form.tsx')

export async function loadForm(name: string): Promise<FormDefinition<FormProps> | null> {
  const load = loaders[`../src/forms/${name}/form.tsx`]
  if (!load) return null
  const exportName = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Form`
  const form = (await load())[exportName]
  // `defineForm` returns this type, and the page sends its props
  return form as FormDefinition<FormProps>
}
