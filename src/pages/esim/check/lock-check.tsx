import { href } from '../../../locale/paths.ts'
import type { QueryParams } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'

type Props = { readonly answers: QueryParams; readonly system: 'ios' | 'android' }

/** Explains how to find out in two taps whether the phone is locked. */
export function LockCheck({ answers, system }: Props) {
  const { locale, words } = useSite()
  return (
    <details className="fold">
      <summary>{words('check.lockTitle')}</summary>
      <p>{words(system === 'ios' ? 'check.lockIOS' : 'check.lockAndroid')}</p>
      <ul className="chips">
        {(['free', 'locked'] as const).map((lock) => (
          <li key={lock}>
            <a href={`${href(locale, 'check', null, { ...answers, lock })}#verdict`}>
              {words(`check.${lock}.${system}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
