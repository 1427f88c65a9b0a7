import type { Esim } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { useSite } from '../../ui/site.tsx'
import { hasLanded } from './ladder.tsx'

/** Lists what travellers often forget. A dialog shows them before the installation. */
export function Reminders({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const deadline = esim.tariff.market === 'russia' ? 'activateRussia' : 'activateTravel'
  return (
    <section id="mind">
      <h2>{words('instruction.mindTitle')}</h2>
      <ul className="checks">
        <li>
          {words('instruction.mind.ownSIM')}{' '}
          <small>{words('instruction.mindReasons.ownSIM')}</small>
        </li>
        <li>
          {words('instruction.mind.keep')} <small>{words('instruction.mindReasons.keep')}</small>
        </li>
        {!hasLanded(esim) && (
          <li>
            {words('instruction.mind.activate', { date: formatDate(esim.activateBy) })}{' '}
            <small>{words(`instruction.mindReasons.${deadline}`)}</small>
          </li>
        )}
      </ul>
    </section>
  )
}
