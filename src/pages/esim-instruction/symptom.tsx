import type { ReactNode } from 'react'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'

/** Settings of a phone whose menus the page names. */
type PhoneSetting = 'line' | 'data' | 'roaming' | 'network' | 'apn' | 'speed' | 'switching' | 'lock'

/** A symptom that opens to the steps against it. Only one symptom of a page is open. */
export function Symptom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="fold" name="symptom">
      <summary>{title}</summary>
      <ol className="numbered">{children}</ol>
    </details>
  )
}

type SymptomStepProps = {
  readonly text: ReactNode
  /** The setting to change, if there is one. */
  readonly path?: PhoneSetting
  readonly phones?: readonly Phone[]
  readonly children?: ReactNode
}

/** A step with the way to its setting on each system. */
export function Step({ text, path, phones = [], children }: SymptomStepProps) {
  const { words } = useSite()
  return (
    <li>
      {text}
      {path !== undefined &&
        phones.map((phone) => (
          <small key={phone}>
            {phones.length > 1 && `${words(`instruction.${phone}`)}: `}
            {words(`instruction.settings.${phone}.${path}`)}
          </small>
        ))}
      {children}
    </li>
  )
}
