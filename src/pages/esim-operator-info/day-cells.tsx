import { useSite } from '../../ui/site.tsx'

/** More cells would be too small to count. */
const maxCells = 31

/** Shows the days of a plan as cells. Cells of past days are empty. */
export function DayCells({ left, total }: { left: number; total: number }) {
  const { words } = useSite()
  return (
    <div>
      <p>{words('balance.daysLeft', { count: left, total })}</p>
      {total <= maxCells && (
        <p className="days" aria-hidden="true">
          {Array.from({ length: total }, (_, day) => (
            <i key={day} className={day < total - left ? 'gone' : undefined} />
          ))}
        </p>
      )}
    </div>
  )
}
