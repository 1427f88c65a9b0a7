import type { Esim } from '../../contract/esims.ts'
import { useSite } from '../../ui/site.tsx'
import { SupportLink } from '../../ui/support-link.tsx'
import type { Phone } from './install-steps.tsx'
import { SupportHoursLine } from '../../ui/support-times.tsx'
import { Step, Symptom } from './symptom.tsx'

type Props = { readonly esim: Esim; readonly phones: readonly Phone[] }

/** Shows what to do when a phone refuses to install the eSIM. */
export function CannotAdd({ esim, phones }: Props) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.cannotAdd.title')}>
      <Step text={words('instruction.cannotAdd.listed')} />
      <Step text={words('instruction.cannotAdd.again')} />
      <Step text={words('instruction.cannotAdd.lock')} path="lock" phones={phones} />
      <Step
        text={
          <>
            {words('instruction.cannotAdd.stop')}{' '}
            <SupportLink about={{ iccid: esim.iccid }}>{words('payment.support')}</SupportLink>
          </>
        }
      >
        <SupportHoursLine />
      </Step>
    </Symptom>
  )
}
