import type { Esim } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

const rungs = ['bought', 'installed', 'landed', 'connected'] as const

/**
 * Shows the traveller's progress. Usage sets the last step, and the traveller sets the other steps.
 */
export function Ladder({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const reached = rungs.indexOf(esim.step)
  return (
    <ol className="ladder" aria-label={words('instruction.ladder.title')}>
      {rungs.map((rung, index) => (
        <li
          key={rung}
          className={index <= reached ? 'done' : undefined}
          aria-current={index === reached ? 'step' : undefined}
        >
          {words(`instruction.ladder.${rung}`)}
          {rung === 'bought' && <small>{formatDate(esim.purchasedAt)}</small>}
        </li>
      ))}
    </ol>
  )
}

/** Whether the last day to connect no longer matters. */
export function hasLanded({ step }: Esim): boolean {
  return step === 'landed' || step === 'connected'
}

/** Shows the buttons for the next and the previous step, or none after the first connection. */
export function LadderForm({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  const { hash, step } = esim
  if (step === 'connected') return null
  const next = step === 'bought' ? 'installed' : 'landed'
  return (
    <form
      className="actions ladder-form"
      method="post"
      action={href(locale, 'instruction', null, { hash })}
    >
      {step !== 'landed' && (
        <button className="button quiet" name="step" value={next}>
          {words(`instruction.tick.${next}`)}
        </button>
      )}
      {step !== 'bought' && (
        <button
          className="link-button"
          name="step"
          value={step === 'landed' ? 'installed' : 'bought'}
        >
          {words('instruction.untick')}
        </button>
      )}
    </form>
  )
}
