import type { TurnstileProps } from '../../domain/turnstile.ts'

/**
 * The place of the bot check, which client/turnstile.ts fills once the visitor reaches for the
 * form. What is in it is not React's.
 */
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
