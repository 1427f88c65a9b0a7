import type { TurnstileProps } from '../../domain/turnstile.ts'

/** An empty element that client/turnstile-script.ts fills. React does not change its content. */
export function TurnstileWidget({ check }: { check: TurnstileProps }) {
  if (check === null) return null
  return (
    <>
      <div
        className="turnstile"
        data-turnstile={check.siteKey}
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <noscript>
        <p className="notice">{check.withoutScript}</p>
      </noscript>
    </>
  )
}
