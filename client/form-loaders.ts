import type { FormProps, LiveForm } from '../src/forms/hydratable-form.ts'
import type { IslandName } from '../src/forms/controls/hydrated-form.tsx'

/** What each island loads, apart from React and what all share. */
const loaders = {
  'order-form': async () => (await import('../src/forms/order/form.tsx')).live,
  'contact-form': async () => (await import('../src/forms/contact/form.tsx')).live,
  'sign-in-form': async () => (await import('../src/forms/sign-in/form.tsx')).live,
  'withdrawal-form': async () => (await import('../src/forms/withdrawal/form.tsx')).live,
  'answer-review-form': async () => (await import('../src/forms/answer-review/form.tsx')).live,
} as const satisfies { readonly [name in IslandName]: () => Promise<unknown> }

/** The form of an island by its name in the page; the page's props are of that very form. */
export async function loadIsland(name: string | undefined): Promise<LiveForm<FormProps> | null> {
  if (!name || !isIsland(name)) return null
  const live: unknown = await loaders[name]()
  return live as LiveForm<FormProps>
}

function isIsland(name: string): name is IslandName {
  return name in loaders
}
