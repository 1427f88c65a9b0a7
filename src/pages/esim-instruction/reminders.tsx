import type { Esim } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { useSite } from '../../ui/site.tsx'
import { hasLanded } from './ladder.tsx'

/** Lists what travellers often forget. A dialog shows them before the installation. */
export function Reminders({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const isRussian = esim.tariff.market === 'russia'
  const activate = isRussian ? 'instruction.mindActivateRussia' : 'instruction.mindActivateTravel'
  const reminders = [
    words('instruction.mindOwnSIM'),
    words('instruction.mindDelete'),
    ...(hasLanded(esim) ? [] : [words(activate, { date: formatDate(esim.activateBy) })]),
  ]
  return (
    <section id="mind">
      <h2>{words('instruction.mindTitle')}</h2>
      <ul className="checks">
        {reminders.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
