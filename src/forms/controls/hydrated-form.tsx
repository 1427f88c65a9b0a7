import type { ComponentType } from 'react'

/** Forms that come alive when the visitor reaches for them. client/form-loaders.ts says what each loads. */
export type IslandName =
  | 'order-form'
  | 'contact-form'
  | 'sign-in-form'
  | 'withdrawal-form'
  | 'answer-review-form'

type Props<P> = {
  readonly name: IslandName
  readonly of: ComponentType<P>
  readonly props: P
  /** Takes over at once, not when the visitor reaches for it: something in it runs by itself. */
  readonly isLive?: boolean
}

/** Plain HTML that works by itself, and what the browser needs to take it over: its name and its flat props as JSON. */
export function Island<P extends object>({ name, of: Component, props, isLive = false }: Props<P>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-live={isLive || undefined}>
      <Component {...props} />
    </div>
  )
}
